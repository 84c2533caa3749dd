import { type CatalogueEntry, catalogue } from '../../viewer/catalogue.ts';

/** One scene for each way to deform, to ask and to draw, of those that can be sought, and the one that people see first. */
export const FILM_KINDS = ['men', 'neck-twist', 'curtain', 'urchin', 'jaw', 'forehead', 'bodies', 'dolphins'];

/** Scenes that move by themselves: only what comes next can be asked for. */
export const SIMULATIONS = ['bridge', 'chairs', 'chairs-3601'];

/** Those of the catalogue, the named ones first: a short run takes some from the front, a long one all. */
export function listScenes(first: readonly string[]): CatalogueEntry[] {
  const isFirst = ({ name }: CatalogueEntry): boolean => first.includes(name);
  return [...catalogue].sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
}

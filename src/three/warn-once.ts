import type * as three from 'three';

const told = new WeakMap<three.Mesh, Set<string>>();

/**
 * Says once for a mesh and a reason why three.js itself answers for it now. Reasons that differ in who asked, or in numbers only
 * (which bone, how far), count as one: a broken animation would else write a line in every frame.
 */
export function warnOnce(mesh: three.Mesh, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const reason = message.replace(/^\w+: /, '').replace(/-?\d[\d.e+-]*|NaN|-?Infinity/g, '#');
  const reasons = told.get(mesh) ?? new Set();
  if (reasons.has(reason)) return;
  told.set(mesh, reasons.add(reason));
  console.warn(`poseclash: ${message} Until then three.js answers for it by its own, slower methods.`);
}

/** What is said of a mesh is said anew once it has a new collider. */
export function forgetWarnings(mesh: three.Mesh): void {
  told.delete(mesh);
}

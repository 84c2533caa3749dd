import type { GltfAsset } from '../../src/gltf/index.ts';
import { findJson, includesText, parseJson } from '../subjects/container-json.ts';
import { inOneLine } from '../subjects/one-line.ts';
import { fieldsOf, listOf, readVrmBones } from './vrm-bones.ts';

/** What a .vrm says beyond glTF, of version 0 (extension VRM) or 1 (VRMC_vrm and others), as far as a check can use it. */
export interface Vrm {
  /** The bones of a person by node. */
  bones: ReadonlyMap<number, string> | null;
  expressions: Expression[];
  /** What moves in applications and not here. */
  gaps: string[];
}

/** Some morph targets under one name, each up to its own weight. */
export interface Expression {
  name: string;
  binds: { node: number; target: number; weight: number }[];
}

/** Null for files that are no .vrm. What makes no sense is left out. */
export function readVrm(bytes: Uint8Array): Vrm | null {
  if (!includesText(findJson(bytes), '"VRM')) return null;
  const json = fieldsOf(parseJson(bytes));
  const { VRMC_vrm: one, VRM: zero, VRMC_springBone } = fieldsOf(json.extensions);
  if (one === undefined && zero === undefined) return null;
  const springs = one === undefined ? countBones(fieldsOf(zero)) : countJoints(fieldsOf(VRMC_springBone));
  const constrained = listOf(json.nodes).filter(
    node => fieldsOf(fieldsOf(node).extensions).VRMC_node_constraint,
  ).length;
  const gaps: string[] = [];
  if (springs > 0)
    gaps.push(`${springs} spring bones (hair, cloth) swing in applications; here they stay as clips have them.`);
  if (constrained > 0)
    gaps.push(`${constrained} nodes are turned by constraints in applications; here they stay as clips have them.`);
  return {
    bones: readVrmBones(bytes),
    expressions: one === undefined ? readGroups(fieldsOf(zero), listOf(json.nodes)) : readExpressions(fieldsOf(one)),
    gaps,
  };
}

/** Version 1: by name, in two records; binds name nodes. */
function readExpressions({ expressions }: Record<string, unknown>): Expression[] {
  const { preset, custom } = fieldsOf(expressions);
  return [...Object.entries(fieldsOf(preset)), ...Object.entries(fieldsOf(custom))].map(([name, value]) => ({
    name: inOneLine(name),
    binds: listOf(fieldsOf(value).morphTargetBinds).flatMap(bind => {
      const { node, index, weight } = fieldsOf(bind);
      return toBinds([node], index, weight, 1);
    }),
  }));
}

/** Version 0: a list of groups; binds name meshes, which several nodes may show, and weights are per cents. */
function readGroups({ blendShapeMaster }: Record<string, unknown>, nodes: readonly unknown[]): Expression[] {
  return listOf(fieldsOf(blendShapeMaster).blendShapeGroups).map((group, g) => {
    const { name, presetName, binds } = fieldsOf(group);
    const isPreset = typeof presetName === 'string' && presetName !== '' && presetName !== 'unknown';
    return {
      name: inOneLine(isPreset ? presetName : typeof name === 'string' && name !== '' ? name : `group ${g}`),
      binds: listOf(binds).flatMap(bind => {
        const { mesh, index, weight } = fieldsOf(bind);
        const showing = nodes.flatMap((node, n) => (mesh !== undefined && fieldsOf(node).mesh === mesh ? [n] : []));
        return toBinds(showing, index, weight, 0.01);
      }),
    };
  });
}

function toBinds(nodes: readonly unknown[], index: unknown, weight: unknown, unit: number): Expression['binds'] {
  if (!Number.isSafeInteger(index) || typeof weight !== 'number' || !(Math.abs(weight) < Infinity)) return [];
  return nodes.flatMap(node =>
    Number.isSafeInteger(node) ? [{ node: node as number, target: index as number, weight: weight * unit }] : [],
  );
}

/** Version 1: how many joints of chains swing; the first of each is held. */
function countJoints({ springs }: Record<string, unknown>): number {
  return listOf(springs).reduce<number>(
    (sum, spring) => sum + Math.max(0, listOf(fieldsOf(spring).joints).length - 1),
    0,
  );
}

/** Version 0 tells only where chains begin: how many of them there are. */
function countBones({ secondaryAnimation }: Record<string, unknown>): number {
  const groups = listOf(fieldsOf(secondaryAnimation).boneGroups);
  return groups.reduce<number>((sum, group) => sum + listOf(fieldsOf(group).bones).length, 0);
}

/** The asset with what a .vrm says: regions are called by the bones of a person, and what moves only in applications is told. */
export function withVrm(asset: GltfAsset, { bones, gaps }: Vrm): GltfAsset {
  const bodies = asset.bodies.map(body => ({
    ...body,
    jointNames: body.jointNames.map((name, j) => bones?.get(body.joints[j]) ?? name),
  }));
  return { ...asset, bodies, gaps: [...asset.gaps, ...gaps] };
}

import { bendAxes, followAxis } from './bend-axes.ts';
import { findLimbs, type Limb } from './limbs.ts';
import { UNKNOWN } from './limits.ts';
import type { Motion, Repertoire, Together, Turn } from './motion.ts';
import type { Rig } from './rig.ts';
import type { Vector } from './vectors.ts';

/**
 * What joints can do of which nothing is known but where they are. Each of a limb bends by itself, then all of them together, and
 * the first with the joint that the limb hangs on. Limbs that are small, such as fingers and strands of hair, bend only as a
 * whole, and all that hang on one joint at the same time.
 */
export function limbMotions(rig: Rig, names: readonly string[], mayBend: (node: number) => boolean): Repertoire {
  const limbs = findLimbs(rig, mayBend);
  const motions: Motion[] = [];
  const together: Together[] = [];
  const firsts = new Map<number, Motion>();
  for (const limb of limbs.filter(({ isSmall }) => !isSmall)) {
    const runs = cutRuns(limb.nodes);
    runs.forEach((run, k) => {
      const before = k > 0 ? limb.nodes[limb.nodes.indexOf(run[0]) - 1] : null;
      const [bend, sway] = bendAxes(rig, run[0], before, false).map(({ axis, from, to }, which): Motion => {
        const label = `${sayLimbs(names, [{ ...limb, nodes: run }])} ${which === 0 ? 'bend' : 'sway'}`;
        return { label, turns: turnAll(rig, run, axis, 1 / run.length), from, to };
      });
      motions.push(bend, sway);
      firsts.set(run[0], bend);
    });
    if (limb.nodes.length > 1) motions.push(...curlLimbs(rig, names, [limb]));
    const holder = firsts.get(limb.holder);
    const first = firsts.get(limb.nodes[0])!;
    if (!holder) continue;
    for (const end of ['to', 'from'] as const) {
      together.push([
        { motion: holder, degrees: holder[end] },
        { motion: first, degrees: first[end] },
      ]);
    }
  }
  const small = new Map<number, Limb[]>();
  for (const limb of limbs.filter(({ isSmall }) => isSmall)) {
    small.set(limb.holder, [...(small.get(limb.holder) ?? []), limb]);
  }
  for (const group of small.values()) motions.push(...curlLimbs(rig, names, group));
  return { motions, together };
}

/** The most joints of a limb that bend one by one. Ropes and hair have hundreds: they bend in as many runs. */
const MOST_RUNS = 8;

function cutRuns(nodes: readonly number[]): number[][] {
  const size = Math.ceil(nodes.length / MOST_RUNS);
  return Array.from({ length: Math.ceil(nodes.length / size) }, (_, k) => nodes.slice(size * k, size * (k + 1)));
}

/** Joints in a row about axes that go with each other. */
function turnAll(rig: Rig, nodes: readonly number[], first: Vector, share: number): Turn[] {
  let axis = first;
  return nodes.map((node, k): Turn => {
    if (k > 0) axis = followAxis(rig, node, axis);
    return { node, axis, share };
  });
}

/** Limbs that bend as a whole: about two axes, each joint by its share of the curl. */
function curlLimbs(rig: Rig, names: readonly string[], limbs: readonly Limb[]): Motion[] {
  const label = sayLimbs(names, limbs);
  return [0, 1].map(which => {
    const most: number[] = [];
    const turns = limbs.flatMap(({ nodes, isSmall }) => {
      const start = bendAxes(rig, nodes[0], null, isSmall && nodes.length === 1)[which];
      let { axis } = start;
      // A limb that is bent at rest curls the way it is bent.
      const second = nodes.length > 1 ? bendAxes(rig, nodes[1], nodes[0], false)[0] : null;
      if (which === 0 && second && second.from !== -second.to) axis = followAxis(rig, nodes[0], second.axis);
      most.push(Math.min(start.to, UNKNOWN.curl / nodes.length));
      return turnAll(rig, nodes, axis, 1);
    });
    const degrees = Math.min(...most);
    return { label: `${label} ${which === 0 ? 'bend' : 'sway'} together`, turns, from: -degrees, to: degrees };
  });
}

function sayLimbs(names: readonly string[], limbs: readonly Limb[]): string {
  const [{ nodes }] = limbs;
  const one = nodes.length > 1 ? `${names[nodes[0]]} to ${names[nodes[nodes.length - 1]]}` : names[nodes[0]];
  return limbs.length > 1 ? `${one} and ${limbs.length - 1} more` : one;
}

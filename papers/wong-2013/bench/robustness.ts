import { median } from '../../../bench/harness/measure.ts';
import { type BenchOptions, formatTable, type Report } from '../../../bench/harness/report.ts';
import { createStepSearch, findContactsOfStep, goOnToVertices } from '../../../src/continuous/self-search.ts';
import { createCollider, findNearestPoint } from '../../../src/index.ts';
import { scenes } from '../../scene-catalogue.ts';
import { listObservers, type PosedClip, poseClip } from './self-methods.ts';

/** How far observers are moved, as a part of the radius of the ball around them inside the mesh, and which of them. */
const disturbances = [
  { name: 'as placed', size: 0, share: 1 },
  { name: 'all by 0.1', size: 0.1, share: 1, paper: '< 5 % (urchin 10 %)' },
  { name: 'all by 0.2', size: 0.2, share: 1, paper: '< 5 % (urchin 10 %)' },
  { name: 'all by 0.3', size: 0.3, share: 1, paper: '< 5 % (urchin 10 %)' },
  { name: '20 % by 1.2', size: 1.2, share: 0.2, paper: '+15 %' },
  { name: '20 % by 1.4', size: 1.4, share: 0.2, paper: '+20 %' },
];

/** The robustness study of [Wong2013] 7: observers are shaken in every frame, some even out of the mesh. */
export function measureRobustness({ isQuick, print }: BenchOptions, report: Report): void {
  const names = isQuick
    ? ['urchin', 'hand-grip']
    : ['rope', 'octopus', 'urchin', 'man-poses', 'box-twist', 'hand-grip'];
  print('\nObservers shaken in every frame: how much longer a query takes');
  const rows = names.map(name => {
    const clip = poseClip(scenes[name]());
    const times = measure(clip, isQuick ? 5 : 12, isQuick ? 3 : 5);
    disturbances.forEach(({ name: method }, d) => {
      const value = times[d] / times[0];
      report.rows.push({
        bench: 'radial-view',
        scene: name,
        method,
        metric: 'time, observers shaken',
        unit: 'x',
        value,
      });
    });
    return [
      name,
      ...times.slice(1).map(time => `${time >= times[0] ? '+' : ''}${(100 * (time / times[0] - 1)).toFixed(0)} %`),
    ];
  });
  const heading = ['', ...disturbances.slice(1).map(({ name }) => name)];
  for (const line of formatTable([
    heading,
    ['paper', ...disturbances.slice(1).map(({ paper }) => paper ?? '')],
    ...rows,
  ])) {
    print(line);
  }
}

function measure(clip: PosedClip, count: number, rounds: number): number[] {
  const { positions, posed } = clip;
  const search = createStepSearch(clip.shape, clip.plan, listObservers(clip.radial));
  const radii = findRadii(clip);
  const last = Math.floor(0.75 * clip.positions.length);
  const steps = Array.from({ length: count }, (_, k) => 1 + Math.round((k * (last - 1)) / count));
  const shaken = disturbances.map(({ size, share }) =>
    clip.observers.map((places, frame) => shake(places, radii, size, share, frame)),
  );
  const samples: number[][] = disturbances.map(() => []);
  for (let round = -1; round < rounds; round++) {
    disturbances.forEach((_, d) => {
      let time = 0;
      for (const step of steps) {
        goOnToVertices(search, positions[step - 1], posed[step - 1], shaken[d][step - 1]);
        const start = performance.now();
        goOnToVertices(search, positions[step], posed[step], shaken[d][step]);
        findContactsOfStep(search, true, false);
        time += performance.now() - start;
      }
      if (round >= 0) samples[d].push(time / steps.length);
    });
  }
  return samples.map(median);
}

/** How far each observer is from the surface at rest. */
function findRadii({ shape, radial }: PosedClip): number[] {
  const collider = createCollider(shape);
  return listObservers(radial).map(({ ends }) => findNearestPoint(collider, ends.subarray(0, 3))?.distance ?? 0);
}

/** Moves the chosen share of the observers by so much, each frame another way; always the same for the same frame. */
function shake(places: Float64Array, radii: number[], size: number, share: number, frame: number): Float64Array {
  const moved = places.slice();
  radii.forEach((radius, view) => {
    if (((view * 7919) % 100) / 100 >= share) return;
    const a = 2.4 * (frame + 13 * view);
    const z = Math.sin(1.7 * frame + 5 * view);
    const flat = Math.sqrt(1 - z * z);
    const way = [flat * Math.cos(a), flat * Math.sin(a), z];
    for (let k = 0; k < 6; k++) moved[6 * view + k] += size * radius * way[k % 3];
  });
  return moved;
}

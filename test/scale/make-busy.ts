import { makeBoxes } from '../cli/make-boxes.ts';

/**
 * A .gltf of two boxes, one of which goes to and fro through the other once in four seconds, in clips of so many seconds each.
 * A clip of some 150 seconds or more is cut into several units; shorter ones share a unit.
 */
export function makeBusy(seconds: readonly number[], depth = 0.5): string {
  const stations: [number, number, number][] = [
    [2, 0.02, 0.03],
    [depth, 0.12, 0.03],
    [0.2, -0.1, 0.07],
    [1.7, 0.02, 0.2],
  ];
  const longest = Math.max(...seconds);
  const gltf = JSON.parse(
    makeBoxes([
      { name: 'wall', size: [1, 1, 1], at: [0, 0, 0] },
      {
        name: 'ram',
        size: [1, 0.8, 0.6],
        at: [3, 0, 0],
        keys: Array.from({ length: longest + 1 }, (_, k) => stations[k % 4]),
      },
    ]),
  );
  const [{ samplers, channels }] = gltf.animations;
  const [{ input, output }] = samplers;
  gltf.animations = seconds.map((length, c) => {
    const [times, places] = [input, output].map(
      accessor => gltf.accessors.push({ ...gltf.accessors[accessor], count: length + 1 }) - 1,
    );
    return { name: `clip ${c}`, samplers: [{ input: times, output: places }], channels };
  });
  return JSON.stringify(gltf);
}

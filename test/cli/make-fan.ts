import { makeBoxes } from './make-boxes.ts';

/** A .gltf of so many triangles through one point: every one touches every other, so a check takes the square of their number. */
export function makeFan(count: number, isMoving = true): string {
  const box = { name: 'box', size: [1, 1, 1] as [number, number, number], at: [0, 0, 0] as [number, number, number] };
  const gltf = JSON.parse(
    makeBoxes(
      [
        {
          ...box,
          keys: [
            [0, 0, 0],
            [1, 0, 0],
          ],
        },
      ],
      isMoving ? 'move' : null,
    ),
  );
  const positions = Float32Array.from({ length: 9 * count }, (_, k) => {
    const angle = (2 * Math.PI * Math.floor(k / 9)) / (2.1 * count);
    const [x, y, z] = [
      [Math.cos(angle), Math.sin(angle), -1],
      [Math.cos(angle), Math.sin(angle), 1],
      [-Math.cos(angle), -Math.sin(angle), 0.3],
    ][Math.floor(k / 3) % 3];
    return [x, y, z][k % 3];
  });
  const indices = Uint16Array.from({ length: 3 * count }, (_, k) => k);
  const add = (array: Float32Array | Uint16Array, componentType: number, type: string, n: number): number => {
    const data = Buffer.from(array.buffer);
    const buffer = gltf.buffers.push({ byteLength: data.length, uri: `data:;base64,${data.toString('base64')}` }) - 1;
    const bufferView = gltf.bufferViews.push({ buffer, byteLength: data.length }) - 1;
    return gltf.accessors.push({ bufferView, componentType, count: n, type }) - 1;
  };
  const [primitive] = gltf.meshes[0].primitives;
  primitive.attributes.POSITION = add(positions, 5126, 'VEC3', 3 * count);
  primitive.indices = add(indices, 5123, 'SCALAR', 3 * count);
  return JSON.stringify(gltf);
}

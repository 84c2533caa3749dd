/** A program that asks whether two triangles touch at three distances; `answers` should be true, true, false. */
export const question = `
  import * as poseclash from 'poseclash';
  const { createShape, createCollider, setPlacement, touches } = poseclash;
  const mesh = { positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: Uint32Array.of(0, 1, 2) };
  const shape = createShape(mesh, { kind: 'rigid' });
  const [a, b] = [createCollider(shape), createCollider(shape)];
  const answers = [0, 0.5, 2].map(x => {
    setPlacement(b, Float64Array.of(1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0));
    return touches(a, b);
  });
`;

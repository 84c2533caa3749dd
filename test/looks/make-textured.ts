import { Document } from '@gltf-transform/core';
import { encodePng } from '../../picture/png.ts';

/** A texture of four plain quarters: red, green / blue, and a fourth of any transparency, 8 x 8 pixels. */
export function makeQuarters(alpha = 255): Uint8Array {
  const quarters = [
    [255, 0, 0, 255],
    [0, 255, 0, 255],
    [0, 0, 255, 255],
    [255, 255, 0, alpha],
  ];
  const rgba = Uint8Array.from({ length: 4 * 64 }, (_, k) => {
    const [x, y] = [(k >> 2) % 8, k >> 5];
    return quarters[(x < 4 ? 0 : 1) + (y < 4 ? 0 : 2)][k % 4];
  });
  return encodePng(rgba, 8, 8);
}

/**
 * A square of two triangles whose texture has a seam along the diagonal: six vertices in the file, four that move. The second
 * triangle is laid out shifted by two whole images, which looks the same. With a second primitive of vertex colours.
 */
export function makeTextured(image = makeQuarters(), mime = 'image/png'): Document {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type: 'VEC2' | 'VEC3' | 'VEC4' | 'SCALAR', array: Float32Array | Uint16Array | Uint8Array) =>
    document
      .createAccessor()
      .setType(type)
      .setArray(array as never)
      .setBuffer(buffer);
  const texture = document.createTexture('quarters').setImage(image).setMimeType(mime);
  const painted = document
    .createMaterial('painted')
    .setBaseColorFactor([1, 1, 1, 1])
    .setBaseColorTexture(texture)
    .setDoubleSided(true);
  const plain = document.createMaterial('plain').setBaseColorFactor([0.25, 0.5, 1, 0.5]).setAlphaMode('BLEND');
  const square = Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0);
  const uvs = Float32Array.of(0, 1, 1, 1, 1, 0, 2, 3, 3, 2, 2, 2);
  const first = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', square))
    .setAttribute('TEXCOORD_0', accessor('VEC2', uvs))
    .setIndices(accessor('SCALAR', Uint16Array.of(0, 1, 2, 3, 4, 5)))
    .setMaterial(painted);
  const second = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', Float32Array.of(0, 0, 1, 1, 0, 1, 0, 1, 1)))
    .setAttribute('COLOR_0', accessor('VEC4', Float32Array.of(1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0.5)))
    .setIndices(accessor('SCALAR', Uint16Array.of(0, 1, 2)))
    .setMaterial(plain);
  const mesh = document.createMesh('square').addPrimitive(first).addPrimitive(second);
  document.createScene().addChild(document.createNode('square').setMesh(mesh));
  return document;
}

import * as three from 'three';
import { jointTexels } from './joint-texels.ts';
import type { DrawnBody, DrawnPose } from './protocol.ts';
import { normalsOfField, reachOf, samePlaces, sizeOf, smoothNormals } from './rest-normals.ts';

const BLENDINGS: DrawnBody['skinning'][] = ['rigid', 'linear-blend', 'spherical-blend', 'dual-quaternion-blend'];
const WIDTH = 1024;

/** All that the shader reads of one body; shared by every draw of it. */
export type BodyUniforms = Record<string, { value: unknown }>;

export interface BodyTextures {
  uniforms: BodyUniforms;
  /** Per field: smaller amounts are taken for none. */
  leastAmounts: number[];
}

/** Of a crowd, displacements of less than this share of a body are left out: nobody sees them, and each costs a fetch. */
const UNSEEN = 5e-4;

export function createBodyTextures(body: DrawnBody): BodyTextures {
  const { positions, triangles, fields, influences, joints, weights, setOfVertex, instances } = body;
  const count = positions.length / 3;
  const places = samePlaces(positions);
  const normals = smoothNormals(positions, triangles, places);
  const rest = createTexels(2 * count, 4);
  for (let v = 0; v < count; v++) {
    rest.data.set(positions.subarray(3 * v, 3 * v + 3), 8 * v);
    rest.data[8 * v + 3] = setOfVertex.length > 0 ? setOfVertex[v] : 0;
    rest.data.set(normals.subarray(3 * v, 3 * v + 3), 8 * v + 4);
  }
  const skin = createTexels(count * influences, 2);
  for (let k = 0; k < count * influences; k++) {
    skin.data[2 * k] = joints[k];
    skin.data[2 * k + 1] = weights[k];
  }
  const moves = createTexels(2 * count * fields.length, 4);
  fields.forEach((field, f) => {
    const turns = normalsOfField(positions, triangles, normals, field, places);
    for (let v = 0; v < count; v++) {
      const o = 8 * (v * fields.length + f);
      for (let axis = 0; axis < 3; axis++) {
        moves.data[o + axis] = field[3 * v + axis];
        moves.data[o + 4 + axis] = turns[3 * v + axis];
      }
    }
  });
  const jointCount = Math.max(1, body.jointNames.length);
  const uniforms = {
    restTexels: { value: rest.texture },
    skinTexels: { value: skin.texture },
    fieldTexels: { value: moves.texture },
    jointTexels: { value: createTexels(5 * jointCount * instances, 4).texture },
    amountTexels: { value: createTexels(fields.length * instances, 1).texture },
    centerTexels: { value: createTexels(body.setCount * instances, 4).texture },
    influenceCount: { value: influences },
    fieldCount: { value: fields.length },
    jointCount: { value: jointCount },
    setCount: { value: body.setCount },
    blending: { value: BLENDINGS.indexOf(body.skinning) },
  };
  const unseen = instances > 1 ? UNSEEN * sizeOf(positions) : 0;
  return { uniforms, leastAmounts: fields.map(field => unseen / reachOf(field)) };
}

/** Takes over what drives the body now. A few numbers per joint, whatever the number of vertices. */
export function writePose({ uniforms, leastAmounts }: BodyTextures, pose: DrawnPose): void {
  const joints = pose.jointMatrices.length / 12;
  fill(uniforms.jointTexels.value as three.DataTexture, data => jointTexels(pose.jointMatrices, joints, data));
  if (pose.weights.length > 0) {
    fill(uniforms.amountTexels.value as three.DataTexture, data => {
      pose.weights.forEach((amount, k) => {
        data[k] = Math.abs(amount) < leastAmounts[k % leastAmounts.length] ? 0 : amount;
      });
    });
  }
  if (pose.centers.length > 0) {
    fill(uniforms.centerTexels.value as three.DataTexture, data => {
      for (let k = 0; 3 * k < pose.centers.length; k++) data.set(pose.centers.subarray(3 * k, 3 * k + 3), 4 * k);
    });
  }
}

export function disposeBodyTextures({ uniforms }: BodyTextures): void {
  for (const { value } of Object.values(uniforms)) if (value instanceof three.Texture) value.dispose();
}

function fill(texture: three.DataTexture, write: (data: Float32Array) => void): void {
  write(texture.image.data as unknown as Float32Array);
  texture.needsUpdate = true;
}

/** A texture of at least `count` texels: rows of 1024, the last one padded. */
function createTexels(count: number, channels: 1 | 2 | 4): { texture: three.DataTexture; data: Float32Array } {
  const height = Math.max(1, Math.ceil(count / WIDTH));
  const width = height > 1 ? WIDTH : Math.max(1, count);
  const data = new Float32Array(channels * width * height);
  const format = { 1: three.RedFormat, 2: three.RGFormat, 4: three.RGBAFormat }[channels];
  const texture = new three.DataTexture(data, width, height, format, three.FloatType);
  texture.needsUpdate = true;
  return { texture, data };
}

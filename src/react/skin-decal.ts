import { useFrame } from '@react-three/fiber';
import { createElement, type ReactElement, type ReactNode, useEffect, useMemo } from 'react';
import type { Intersection, Matrix4 } from 'three';
import { BufferAttribute, BufferGeometry, Mesh } from 'three';
import type { Collider } from '../collider.ts';
import { pointOn } from '../query/surface/point-on.ts';
import { meshMethods } from '../three/index.ts';
import { type CutDecal, cutDecal } from './cut-decal.ts';

export interface SkinDecalProps {
  /** Where it is put: what a ray or a pointer event has hit. */
  hit: Pick<Intersection, 'object' | 'faceIndex' | 'barycoord'>;
  /** Its width and height, in the world: one number, or two. */
  size?: number | readonly [number, number];
  /** How far it reaches through skin that is bent away from it. Its larger side by default. */
  depth?: number;
  /** By how much it is turned, in radians. */
  angle?: number;
  /** Its material, best with `transparent` and `polygonOffset`. */
  children?: ReactNode;
}

/**
 * A decal that follows the skin of a skinned or morphing mesh: a piece of its surface is cut out where it was hit, as it was posed then, and
 * goes with the faces it is of, whatever they do. Its corners are posed in each frame, no other vertex is; it hangs where the component does, and
 * stands right wherever that is.
 * @example
 * {@includeCode ../../examples/api/react.ts#decals}
 */
export function SkinDecal({ hit, size = 0.1, depth, angle = 0, children }: SkinDecalProps): ReactElement | null {
  const { object, faceIndex, barycoord } = hit;
  const [width, height] = typeof size === 'number' ? [size, size] : size;
  const reach = depth ?? Math.max(width, height);
  const decal = useMemo(() => {
    if (typeof faceIndex !== 'number' || !barycoord) return null;
    const place = { triangle: faceIndex, barycentrics: barycoord.toArray() };
    const cut = cutDecal(treeOf(object as Mesh), place, { width, height, depth: reach, angle });
    return { cut, mesh: createDecalMesh(cut) };
  }, [object, faceIndex, barycoord, width, height, reach, angle]);
  useEffect(() => () => decal?.mesh.geometry.dispose(), [decal]);
  useFrame(() => {
    if (decal) follow(decal.mesh, decal.cut, treeOf(object as Mesh));
  });
  return decal && createElement('primitive', { object: decal.mesh }, children);
}

/** The tree of a mesh, posed as it is now; made if there is none. */
function treeOf(mesh: Mesh): Collider {
  return mesh.boundsTree ?? meshMethods.computeBoundsTree.call(mesh);
}

function createDecalMesh({ faces, uvs, triangles }: CutDecal): Mesh {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * faces.length), 3));
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(3 * faces.length), 3));
  geometry.setAttribute('uv', new BufferAttribute(uvs, 2));
  geometry.setIndex(new BufferAttribute(triangles, 1));
  const mesh = new Mesh(geometry);
  mesh.frustumCulled = false;
  mesh.raycast = () => {}; // what is below it is to be hit
  return mesh;
}

/** Puts every corner of the decal where it is on the skin now, in the space that the decal hangs in. */
function follow(mesh: Mesh, { faces, barycentrics }: CutDecal, collider: Collider): void {
  const { position, normal } = mesh.geometry.attributes as Record<string, BufferAttribute>;
  mesh.updateWorldMatrix(true, false);
  const toLocal = mesh.matrixWorld.clone().invert();
  for (let v = 0; v < faces.length; v++) {
    const place = pointOn(collider, faces[v], barycentrics.subarray(3 * v, 3 * v + 3));
    setPoint(position, v, place.point, toLocal);
    setNormal(normal, v, place.normal, mesh.matrixWorld);
  }
  position.needsUpdate = true;
  normal.needsUpdate = true;
}

function setPoint(to: BufferAttribute, v: number, [x, y, z]: Float64Array, { elements: m }: Matrix4): void {
  to.setXYZ(
    v,
    m[0] * x + m[4] * y + m[8] * z + m[12],
    m[1] * x + m[5] * y + m[9] * z + m[13],
    m[2] * x + m[6] * y + m[10] * z + m[14],
  );
}

/** A normal goes from the world to the space of the decal by the transpose of what goes back; its length does not matter. */
function setNormal(to: BufferAttribute, v: number, [x, y, z]: Float64Array, { elements: m }: Matrix4): void {
  to.setXYZ(v, m[0] * x + m[1] * y + m[2] * z, m[4] * x + m[5] * y + m[6] * z, m[8] * x + m[9] * y + m[10] * z);
}

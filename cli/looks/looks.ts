import type { GltfBody } from '../../src/gltf/index.ts';
import type { Image } from '../images/image.ts';
import { type Material, PLAIN_MATERIAL } from './material.ts';

/** What the bodies of a file look like: colours and textures, nothing about how they shine. Colours are as a screen shows them. */
export interface Looks {
  /** One for each body. */
  bodies: BodyLooks[];
  materials: Material[];
  /** The images of materials, no larger than was asked for. */
  images: Image[];
  /** What is not drawn as the file has it, one sentence each. */
  notes: string[];
}

/** Vertices of a body's mesh may be one where looks have a seam: here they are several. */
export interface BodyLooks {
  /** The vertex of the mesh that each vertex here is. */
  vertexOf: Uint32Array;
  /** The corners of the triangles of the mesh, in its order, as vertices of these. */
  corners: Uint32Array;
  /** Where on the image: two numbers for each vertex, from its upper left corner; null without images. */
  uvs: Float32Array | null;
  /** Four bytes for each vertex, with which the material is multiplied; null: all white. */
  colors: Uint8Array | null;
  /** Which of the materials each triangle is of. */
  materialOfTriangle: Uint32Array;
}

export interface ReadLooksOptions {
  /** Where the file lies, for images in files of their own; without it they are left out. */
  path?: string;
  /** No side of an image is longer afterwards; 0: no image is read. */
  imageSize: number;
}

/** Looks for bodies of which nothing is known. */
export function createPlainLooks(bodies: readonly Pick<GltfBody, 'mesh'>[], notes: string[] = []): Looks {
  return {
    bodies: bodies.map(({ mesh }) => plainLooksOf(mesh)),
    materials: [PLAIN_MATERIAL],
    images: [],
    notes,
  };
}

export function plainLooksOf(mesh: GltfBody['mesh']): BodyLooks {
  return { ...asMesh(mesh), materialOfTriangle: new Uint32Array(mesh.triangles.length / 3) };
}

/** The looks of a body without seams: its vertices are those of the mesh. */
export function asMesh({ positions, triangles }: GltfBody['mesh']): Omit<BodyLooks, 'materialOfTriangle'> {
  const vertexOf = Uint32Array.from({ length: positions.length / 3 }, (_, v) => v);
  return { vertexOf, corners: triangles, uvs: null, colors: null };
}

/** Several files as one, in the order of their bodies. */
export function joinLooks(all: readonly Looks[]): Looks {
  const joined: Looks = { bodies: [], materials: [], images: [], notes: [] };
  for (const { bodies, materials, images, notes } of all) {
    const first = joined.materials.length;
    const firstImage = joined.images.length;
    joined.bodies.push(
      ...bodies.map(body => ({ ...body, materialOfTriangle: body.materialOfTriangle.map(m => m + first) })),
    );
    joined.materials.push(
      ...materials.map(material => ({ ...material, image: material.image < 0 ? -1 : material.image + firstImage })),
    );
    joined.images.push(...images);
    joined.notes.push(...notes);
  }
  return joined;
}

/** A number of linear light as a screen shows it. */
export function toShown(linear: number): number {
  if (linear >= 1) return 1;
  const x = Math.max(0, linear);
  return x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055;
}

/** Whether looks say nothing: no image, no colour, all but white. */
export function isPlain({ bodies, materials }: Looks): boolean {
  const isWhite = ({ color, image }: Material): boolean => image < 0 && color.every(x => x > 0.9);
  return bodies.every(({ colors }) => !colors) && materials.every(isWhite);
}

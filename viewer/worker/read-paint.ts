import { findLooks, type PackedImage, unpackLooks } from '../../cli/looks/find-looks.ts';
import { type BodyLooks, plainLooksOf } from '../../cli/looks/looks.ts';
import { type MaterialPlan, PLAIN_PLAN } from '../../cli/looks/read-material.ts';
import type { GltfAsset } from '../../src/gltf/index.ts';
import type { DrawnImage, DrawnMaterial, OwnFile } from '../protocol.ts';
import type { OpenedReply } from './opened.ts';

/** What all bodies of a scene share of their looks. */
export type ScenePaint = Pick<OpenedReply, 'materials' | 'images' | 'notes'>;

export const NO_PAINT: ScenePaint = { materials: [], images: [], notes: [] };

/** What the bodies of one file look like. */
export interface FilePaint extends ScenePaint {
  bodies: BodyLooks[];
}

/** Reads it from the bytes that `asset` was read from. Never fails: what cannot be read is told, and drawn plainly. */
export async function readPaint({ name, bytes }: OwnFile, asset: GltfAsset): Promise<FilePaint> {
  const notes = [...asset.gaps];
  try {
    const found = await findLooks(new Uint8Array(bytes), asset, { hasImages: true, inFull: true }, notes);
    const unpack = async (packed: PackedImage, number: number): Promise<DrawnImage | null> => {
      const image = await unpackImage(packed);
      if (!image) notes.push(`Image ${number} of ${name} is left out: it is in another file.`);
      return image;
    };
    return await unpackLooks(found, unpack, drawMaterial, notes);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^readGltf: /, '') : String(error);
    return {
      bodies: asset.bodies.map(({ mesh }) => plainLooksOf(mesh)),
      materials: [drawMaterial(PLAIN_PLAN, [])],
      images: [],
      notes: [...notes, `Colours of ${name} are left out: ${why}`],
    };
  }
}

/** The looks of several files as one scene; `bodies` stay file by file. */
export function joinPaints(paints: readonly FilePaint[]): { bodies: BodyLooks[][]; scene: ScenePaint } {
  const scene: ScenePaint = { materials: [], images: [], notes: [] };
  const bodies = paints.map(paint => {
    const [first, firstImage] = [scene.materials.length, scene.images.length];
    const move = (image: number): number => (image < 0 ? -1 : image + firstImage);
    for (const material of paint.materials) {
      const { image, metalRoughImage, normalImage, emissiveImage } = material;
      scene.materials.push({
        ...{ ...material, image: move(image), metalRoughImage: move(metalRoughImage) },
        ...{ normalImage: move(normalImage), emissiveImage: move(emissiveImage) },
      });
    }
    scene.images.push(...paint.images);
    scene.notes.push(...paint.notes);
    return paint.bodies.map(body => ({ ...body, materialOfTriangle: body.materialOfTriangle.map(m => m + first) }));
  });
  return { bodies, scene };
}

function drawMaterial(plan: MaterialPlan, numbers: readonly number[]): DrawnMaterial {
  const { color, wrap, alpha, cutoff, isDoubleSided, isUnlit, surface } = plan;
  const at = (source: number | undefined): number => (source === undefined ? -1 : numbers.indexOf(source));
  return {
    ...{ color, wrap, alpha, cutoff, isDoubleSided, isUnlit },
    image: at(plan.source),
    metalness: surface?.metalness ?? 0,
    roughness: surface?.roughness ?? 0.8,
    metalRoughImage: at(surface?.metalRoughSource),
    normalImage: at(surface?.normalSource),
    normalScale: surface?.normalScale ?? 1,
    emissive: surface?.emissive ?? [0, 0, 0],
    emissiveImage: at(surface?.emissiveSource),
  };
}

/** The bytes in memory of their own: the file's are not sent along. Null if they are in another file. */
async function unpackImage({ bytes, uri }: PackedImage): Promise<DrawnImage | null> {
  if (bytes === null && !(typeof uri === 'string' && uri.startsWith('data:'))) return null;
  const own = bytes ? bytes.slice() : new Uint8Array(await (await fetch(uri as string)).arrayBuffer());
  return { mime: mimeOf(own), bytes: own as DrawnImage['bytes'] };
}

/** By the first bytes: what files say of it is often wrong. */
function mimeOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff) return 'image/jpeg';
  if (bytes[0] === 0x89) return 'image/png';
  return bytes[0] === 0x52 ? 'image/webp' : 'image/avif';
}

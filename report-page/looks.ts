import {
  ClampToEdgeWrapping,
  LinearMipmapLinearFilter,
  MirroredRepeatWrapping,
  RepeatWrapping,
  Texture,
  Vector4,
} from 'three';
import type { PageMaterial, PageScene } from '../cli/reports/page-data.ts';

/** What a material looks like, as uniforms that all its shaders share. */
export interface Look {
  showsLooks: { value: boolean };
  paint: { value: Vector4 };
  hasImage: { value: boolean };
  image: { value: Texture | null };
  alphaMode: { value: number };
  cutoff: { value: number };
  isDoubleSided: { value: boolean };
  isUnlit: { value: boolean };
}

/** Null: clay. */
export function createLook(material: PageMaterial | null): Look {
  return {
    showsLooks: { value: material !== null },
    paint: { value: new Vector4(...(material?.color ?? [1, 1, 1, 1])) },
    hasImage: { value: false },
    image: { value: null },
    alphaMode: { value: ['opaque', 'mask', 'blend'].indexOf(material?.alpha ?? 'opaque') },
    cutoff: { value: material?.cutoff ?? 0.5 },
    isDoubleSided: { value: material?.isDoubleSided ?? true },
    isUnlit: { value: material?.isUnlit ?? false },
  };
}

const WRAPS = { repeat: RepeatWrapping, mirror: MirroredRepeatWrapping, clamp: ClampToEdgeWrapping };

/** The textures of a scene, as far as they have come in. */
export interface Textures {
  list: Texture[];
  isGone: boolean;
}

/** Decodes the images of a scene and puts them into the looks of its materials; one that cannot be decoded is left out. */
export function loadTextures({ materials, images }: PageScene, looks: readonly Look[], onLoaded: () => void): Textures {
  const textures: Textures = { list: [], isGone: false };
  images.forEach(async ({ mime, data }, k) => {
    const bytes = Uint8Array.from(atob(data), mark => mark.charCodeAt(0));
    const options = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' } as const;
    const bitmap = await createImageBitmap(new Blob([bytes], { type: mime }), options).catch(() => null);
    if (!bitmap || textures.isGone) return;
    materials.forEach(({ image, wrap }, m) => {
      if (image !== k) return;
      const texture = new Texture(bitmap, undefined, WRAPS[wrap[0]], WRAPS[wrap[1]]);
      texture.minFilter = LinearMipmapLinearFilter;
      texture.flipY = false; // places on images begin at the upper left
      texture.anisotropy = 4;
      texture.needsUpdate = true;
      textures.list.push(texture);
      looks[m].image.value = texture;
      looks[m].hasImage.value = true;
    });
    onLoaded();
  });
  return textures;
}

export function disposeTextures(textures: Textures): void {
  textures.isGone = true;
  for (const texture of textures.list) texture.dispose();
}

import * as three from 'three';
import type { DrawnImage, DrawnMaterial } from './protocol.ts';

/** The images of a scene as textures, decoded when first used. */
export interface SceneImages {
  /** Calls back once the image is there; never if there is none (-1), or if it cannot be decoded. */
  use(image: number, wrap: DrawnMaterial['wrap'], isColor: boolean, done: (texture: three.Texture) => void): void;
  dispose(): void;
}

/** Longer sides are made shorter: no screen shows more of one character. */
const LONGEST = 2048;

const WRAPS = {
  repeat: three.RepeatWrapping,
  mirror: three.MirroredRepeatWrapping,
  clamp: three.ClampToEdgeWrapping,
};

/** `onLoaded`: something new is to be seen. `onBroken`: an image cannot be decoded. */
export function createSceneImages(
  images: readonly DrawnImage[],
  onLoaded: () => void,
  onBroken: (image: number) => void,
): SceneImages {
  const bitmaps = new Map<number, Promise<ImageBitmap | null>>();
  const textures = new Map<string, three.Texture>();
  let isGone = false;
  const decode = (image: number): Promise<ImageBitmap | null> => {
    const decoding = decodeImage(images[image]).catch(() => {
      onBroken(image);
      return null;
    });
    bitmaps.set(image, decoding);
    return decoding;
  };
  return {
    use(image, wrap, isColor, done) {
      if (image < 0) return;
      void (bitmaps.get(image) ?? decode(image)).then(bitmap => {
        if (isGone || bitmap === null) return;
        const key = JSON.stringify([image, wrap, isColor]);
        const texture = textures.get(key) ?? createTexture(bitmap, wrap, isColor);
        textures.set(key, texture);
        done(texture);
        onLoaded();
      });
    },
    dispose() {
      isGone = true;
      for (const texture of textures.values()) texture.dispose();
    },
  };
}

async function decodeImage({ mime, bytes }: DrawnImage): Promise<ImageBitmap> {
  const blob = new Blob([bytes], { type: mime });
  const options = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' } as const;
  const whole = await createImageBitmap(blob, options);
  const share = LONGEST / Math.max(whole.width, whole.height);
  if (share >= 1) return whole;
  const [resizeWidth, resizeHeight] = [whole.width, whole.height].map(side => Math.max(1, Math.round(share * side)));
  whole.close();
  return createImageBitmap(blob, { ...options, resizeWidth, resizeHeight, resizeQuality: 'high' });
}

function createTexture(bitmap: ImageBitmap, wrap: DrawnMaterial['wrap'], isColor: boolean): three.Texture {
  const texture = new three.Texture(bitmap, undefined, WRAPS[wrap[0]], WRAPS[wrap[1]]);
  texture.flipY = false; // places on images begin at the upper left
  texture.anisotropy = 4;
  if (isColor) texture.colorSpace = three.SRGBColorSpace;
  texture.needsUpdate = true;
  return texture;
}

import { decodeImage } from '../images/decode-image.ts';
import { encodeImage } from '../images/encode-image.ts';
import type { ShotSize, Thumbnail } from '../thumbs/take-shots.ts';

/** Of pictures in the page: twice as large as shown, for fine screens. Some 7 KB each, in a third of the time of those that are files. */
export const PAGE_SIZE: ShotSize = { most: 24, width: 240, height: 180 };

/** The pictures of an asset as addresses that hold them, by the number of the issue among those that stand alone. */
export type PageThumbs = ReadonlyMap<number, string>;

export function packThumbs(thumbnails: readonly Thumbnail[]): PageThumbs {
  return new Map(
    thumbnails.map(({ shot, png }) => {
      const { mime, bytes } = encodeImage(decodeImage(png));
      return [shot.rank - 1, `data:${mime};base64,${Buffer.from(bytes).toString('base64')}`];
    }),
  );
}

/** Formats that are taken for glTF, by their first bytes. */
const TEXTS: [starts: RegExp, format: string][] = [
  [/^Kaydara FBX Binary/, 'an FBX file'],
  [/^; FBX/, 'an FBX file'],
  [/^BLENDER/, 'a file of Blender'],
  [/^\(\u00b5\/\u00fd/, 'a compressed file, as Blender writes them'],
  [/^PXR-USDC|^#usda/, 'a USD file'],
  [/^PK/, 'a zipped file, as .usdz are'],
  [/^\s*<\?xml[\s\S]{0,400}<COLLADA/, 'a COLLADA file'],
  [/^HIERARCHY\s/, 'a BVH file'],
  [/^ply\r?\n/, 'a PLY file'],
  [/^solid\s/, 'an STL file'],
  [/^\/\/Maya ASCII|^FOR4/, 'a file of Maya'],
];

/** What a file is by its first bytes, if it is empty, not fetched yet, or one that other programs read; else null. */
export function explainBytes(bytes: Uint8Array): string | null {
  if (bytes.length === 0) return 'the file is empty (0 bytes)';
  const head = Array.from(bytes.subarray(0, 512), byte => String.fromCharCode(byte)).join('');
  if (head.startsWith('version https://git-lfs.github.com/')) {
    return 'it is a pointer of Git LFS, in place of the file; fetch the file with `git lfs pull`';
  }
  const [, format] = TEXTS.find(([starts]) => starts.test(head)) ?? [];
  return format === undefined ? null : `it is ${format}; only glTF 2.0 is read: export it as .glb`;
}

/** How to come by a file that is read, for those who have another. */
const CURE = 'export it as glTF 2.0 (.glb): in Blender, File > Export > glTF 2.0; FBX2glTF makes one of an .fbx';

const ENDINGS: Record<string, string> = {
  fbx: 'an FBX file',
  blend: 'a file of Blender',
  obj: 'an OBJ file, which has no clips',
  stl: 'an STL file, which has no clips',
  ply: 'a PLY file, which has no clips',
  dae: 'a COLLADA file',
  bvh: 'a BVH file',
  usd: 'a USD file',
  usda: 'a USD file',
  usdc: 'a USD file',
  usdz: 'a USD file',
  abc: 'an Alembic file',
  ma: 'a file of Maya',
  mb: 'a file of Maya',
  max: 'a file of 3ds Max',
  c4d: 'a file of Cinema 4D',
  pmx: 'a model of MikuMikuDance',
};

/** What a file is by its name, and what to do about it, if it is one that other programs read; else null. */
export function explainName(name: string): string | null {
  const format = ENDINGS[/\.([a-z0-9]+)$/i.exec(name)?.[1].toLowerCase() ?? ''];
  return format === undefined ? null : `it is ${format}; ${CURE}`;
}

import { describe, expect, it } from 'vitest';
import { readGltf } from '../../src/gltf/index.ts';
import { type AnyJson, createArm, editGlb, packGlb, toGlb } from './make-glb.ts';

const glb = await toGlb(createArm({ targets: 2 }));
const positionOf = (json: AnyJson): AnyJson => json.accessors[json.meshes[0].primitives[0].attributes.POSITION];
const inputOf = (json: AnyJson): AnyJson => json.accessors[json.animations[0].samplers[0].input];

const cases: [what: string, edit: (json: AnyJson) => void, message: string | RegExp][] = [
  ['another version', json => (json.asset.version = '1.0'), 'readGltf: asset.version is "1.0"; only glTF 2.0 is read.'],
  ['no asset', json => delete json.asset, 'readGltf: asset.version is missing; only glTF 2.0 is read.'],
  [
    'an extension it needs',
    json => (json.extensionsRequired = ['MSFT_lod']),
    'readGltf: the file requires the extension MSFT_lod, which is not read; export it without.',
  ],
  [
    'a later version',
    json => (json.asset.minVersion = '2.1'),
    'readGltf: asset.minVersion is "2.1"; only glTF 2.0 is read.',
  ],
  ['nodes that are no list', json => (json.nodes = {}), 'readGltf: nodes is {}; it must be a list.'],
  ['a node that is none', json => (json.nodes[1] = 7), 'readGltf: nodes[1] is 7; it must be an object.'],
  [
    'a child that is not there',
    json => (json.nodes[1].children = [99]),
    /readGltf: nodes\[1\].children\[0\] is 99; it must be an index from 0 to 7./,
  ],
  [
    'a child of two',
    json => (json.nodes[0].children = [2]),
    'readGltf: nodes[1].children is 2; that node already hangs on node 0.',
  ],
  [
    'nodes in a ring',
    json => {
      json.nodes[7].children = [1];
    },
    'readGltf: nodes[1] is "its own ancestor"; nodes must form trees.',
  ],
  [
    'a short matrix',
    json => (json.nodes[0].matrix = [1]),
    'readGltf: nodes[0].matrix is "1 long"; it must have 16 numbers.',
  ],
  [
    'a scale that is no number',
    json => (json.nodes[0].scale = [1, '2', 3]),
    'readGltf: nodes[0].scale[1] is "2"; it must be a finite number.',
  ],
  [
    'a mesh that is not there',
    json => (json.nodes[0].mesh = 3),
    'readGltf: nodes[0].mesh is 3; it must be an index from 0 to 0.',
  ],
  [
    'a mode that is none',
    json => (json.meshes[0].primitives[1].mode = 7),
    'readGltf: meshes[0].primitives[1].mode is 7; modes go from 0 to 6.',
  ],
  [
    'weights without joints',
    json => delete json.meshes[0].primitives[0].attributes.JOINTS_0,
    'readGltf: meshes[0].primitives[0].attributes.JOINTS_0 is missing; joints and weights must come in pairs.',
  ],
  [
    'a skin without joints in the mesh',
    json => {
      delete json.meshes[0].primitives[1].attributes.JOINTS_0;
      delete json.meshes[0].primitives[1].attributes.WEIGHTS_0;
    },
    'readGltf: meshes[0].primitives[1] has no JOINTS_0 and WEIGHTS_0, but a node gives it a skin; bind it or drop the skin.',
  ],
  [
    'positions of another type',
    json => (positionOf(json).type = 'VEC2'),
    /readGltf: accessors\[\d+\].type, used as POSITION, is "VEC2"; it must be VEC3./,
  ],
  [
    'positions of another component type',
    json => (positionOf(json).componentType = 5125),
    /componentType, used as POSITION, is 5125; it must be 5126 or 5120 or 5121 or 5122 or 5123./,
  ],
  [
    'a component type that is none',
    json => (positionOf(json).componentType = 5124),
    /componentType is 5124; glTF 2.0 has/,
  ],
  [
    'more positions than data',
    json => {
      for (const accessor of json.accessors) if (accessor.count === 63) accessor.count = 6300;
    },
    /readGltf: accessors\[\d+\] needs \d+ bytes of bufferViews\[\d+\], which has \d+; the file is cut off or damaged./,
  ],
  [
    'an index just beyond the vertices',
    json => {
      for (const accessor of json.accessors) if (accessor.count === 63) accessor.count = 62;
    },
    /readGltf: triangle \d+ of meshes\[0\].primitives\[1\] names vertex 62, but there are 62; the file is damaged./,
  ],
  [
    'fewer weights than positions',
    json => (positionOf(json).count = 62),
    /count is 63; as meshes\[0\].primitives\[0\].attributes.JOINTS_0 it must be 62./,
  ],
  [
    'a stride that is too short',
    json => (json.bufferViews[positionOf(json).bufferView].byteStride = 8),
    /readGltf: bufferViews\[\d+\].byteStride is 8; an element of accessors\[\d+\] has 12 bytes./,
  ],
  [
    'a view beyond its buffer',
    json => (json.bufferViews[positionOf(json).bufferView].byteOffset = 1e6),
    /readGltf: bufferViews\[\d+\] ends at byte \d+ of buffers\[0\], which has \d+; the file is cut off or damaged./,
  ],
  [
    'a buffer longer than the file',
    json => (json.buffers[0].byteLength = 1e9),
    /readGltf: buffers\[0\] must have 1000000000 bytes and has \d+; the file is cut off./,
  ],
  [
    'a buffer elsewhere',
    json => (json.buffers[0].uri = 'arm.bin'),
    "readGltf: buffers[0] is in another file, 'arm.bin'; give options.resource to read it, or use loadGltf.",
  ],
  [
    'sparse elements beyond the others',
    json => {
      const { bufferView, componentType, byteOffset } = json.accessors[json.meshes[0].primitives[1].indices];
      const values = { bufferView: positionOf(json).bufferView };
      Object.assign(positionOf(json), {
        sparse: { count: 1, values, indices: { bufferView, componentType, byteOffset } },
      });
      for (const accessor of json.accessors) if (accessor.count === 63) accessor.count = 10;
    },
    /readGltf: accessors\[\d+\].sparse replaces element \d+ of 10; the file is damaged./,
  ],
  [
    'a skin without joints',
    json => (json.skins[0].joints = []),
    'readGltf: skins[0].joints is []; a skin must have joints.',
  ],
  [
    'a joint twice',
    json => (json.skins[0].joints[3] = 2),
    'readGltf: skins[0].joints[3] is 2; a skin may name a node once.',
  ],
  [
    'too few bind matrices',
    json => (json.accessors[json.skins[0].inverseBindMatrices].count = 5),
    /count is 5; skins\[0\] has 6 joints, each with a matrix./,
  ],
  [
    'a vertex that follows no joint',
    json => json.skins[0].joints.splice(5),
    "readGltf: mesh 'arm' follows joint 5 of skin 'rig', which has 5; the file is damaged.",
  ],
  [
    'targets that differ',
    json => json.meshes[0].primitives[1].targets.pop(),
    'readGltf: meshes[0].primitives[1].targets is "1 long"; other primitives of this mesh have 2.',
  ],
  [
    'a weight too few',
    json => (json.nodes[0].weights = [1]),
    'readGltf: nodes[0].weights is "1 long"; it must have 2 numbers.',
  ],
  [
    'an interpolation that is none',
    json => (json.animations[0].samplers[0].interpolation = 'EASE'),
    'readGltf: animations[0].samplers[0].interpolation is "EASE"; it must be one of STEP, LINEAR, CUBICSPLINE.',
  ],
  [
    'values that do not fit the keys',
    json => (inputOf(json).count = 3),
    /readGltf: animations\[0\].samplers\[\d+\].output is "\d+ numbers"; 3 keys of rotation need 12./,
  ],
];

describe('readGltf refuses', () => {
  it.each(cases)('%s', async (_, edit, message) => {
    await expect(readGltf(editGlb(glb, edit))).rejects.toThrow(message);
  });

  it('what is no glTF', async () => {
    await expect(readGltf(new Uint8Array(0))).rejects.toThrow(/the file is empty/);
    await expect(readGltf(new TextEncoder().encode('a cube'))).rejects.toThrow(/neither a .glb nor JSON/);
    await expect(readGltf(new TextEncoder().encode('[1]'))).rejects.toThrow(
      'readGltf: the JSON is [1]; it must be an object.',
    );
  });

  it('numbers that are not finite, and times that go back', async () => {
    const spoil = (document: ReturnType<typeof createArm>): Promise<unknown> =>
      toGlb(document).then(bytes => readGltf(bytes));
    const nan = createArm();
    nan.getRoot().listMeshes()[0].listPrimitives()[0].getAttribute('POSITION')!.setElement(5, [0, Number.NaN, 0]);
    await expect(spoil(nan)).rejects.toThrow(/used as POSITION, has NaN in element 5; only finite numbers are read./);
    const negative = createArm();
    negative.getRoot().listMeshes()[0].listPrimitives()[0].getAttribute('WEIGHTS_0')!.setElement(5, [1.5, -0.5, 0, 0]);
    await expect(spoil(negative)).rejects.toThrow(
      "readGltf: mesh 'arm' has a weight of -0.5; weights must be 0 or more.",
    );
    const back = createArm();
    back.getRoot().listAnimations()[0].listSamplers()[0].getInput()!.setElement(2, [0.1]);
    await expect(spoil(back)).rejects.toThrow(
      /input\[2\] is 0.1\d*; the key before is at 0.5, and times of keys must not go back./,
    );
  });
});

describe('files that promise gigabytes', () => {
  const refuses = async (bytes: Uint8Array, message: RegExp, maxBytes?: number): Promise<void> => {
    const before = process.memoryUsage().arrayBuffers;
    await expect(readGltf(bytes, { maxBytes }).then(() => 'read')).rejects.toThrow(message);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 26);
  };

  it('zeros without end: an accessor that has no data', async () => {
    const zeros = (count: number): Uint8Array =>
      editGlb(glb, json => {
        const [{ attributes, targets }, other] = json.meshes[0].primitives;
        json.accessors.push({ componentType: 5126, type: 'VEC3', count });
        attributes.POSITION = targets[0].POSITION = json.accessors.length - 1;
        json.meshes[0].primitives = [{ attributes: { POSITION: attributes.POSITION }, indices: other.indices }];
        delete json.nodes[0].skin;
        delete json.meshes[0].weights;
        json.animations = [];
      });
    await refuses(
      zeros(1e9),
      /accessors\[\d+\] would bring what the file unpacks to beyond \d+ bytes; it is damaged, or give/,
    );
    await refuses(zeros(Number.MAX_SAFE_INTEGER), /beyond \d+ bytes/);
    await expect(readGltf(zeros(1000), { maxBytes: 10_000 })).rejects.toThrow(/beyond 10000 bytes/);
    expect((await readGltf(zeros(1000))).bodies).toHaveLength(1);
  });

  it('targets without end over the same few numbers', async () => {
    const bytes = editGlb(glb, json => {
      const [{ targets }, other] = json.meshes[0].primitives;
      json.meshes[0].primitives = [{ ...other, targets: new Array(3000).fill(targets[0]) }];
      delete json.meshes[0].weights;
      json.animations = [];
    });
    await refuses(bytes, /joining the primitives of mesh 'arm' would bring what the file unpacks to beyond/, 1e6);
  });

  it('primitives without end over the same vertices', async () => {
    const bytes = editGlb(glb, json => {
      const [primitive] = json.meshes[0].primitives;
      json.meshes[0].primitives = new Array(2000).fill(primitive);
    });
    await refuses(bytes, /the triangles of meshes\[0\].primitives\[\d+\] would bring/, 1e6);
  });

  it('compressed data that claims to be long', async () => {
    const bytes = editGlb(glb, json => {
      const view = json.bufferViews[positionOf(json).bufferView];
      const packed = { buffer: 0, byteOffset: 0, byteLength: 64, mode: 'ATTRIBUTES', byteStride: 12, count: 2 ** 29 };
      view.extensions = { EXT_meshopt_compression: packed };
      json.extensionsUsed = ['EXT_meshopt_compression'];
    });
    await refuses(bytes, /bufferViews\[\d+\] would bring what the file unpacks to beyond/);
  });

  it('lengths in the headers', async () => {
    const lie = (word: number, value: number): Uint8Array => {
      const bytes = glb.slice();
      new DataView(bytes.buffer).setUint32(4 * word, value, true);
      return bytes;
    };
    await refuses(lie(2, 0xfffffff0), /the file must have 4294967280 bytes and has \d+; it is cut off./);
    await refuses(lie(3, 0xfffffff0), /chunk 0 claims 4294967280 bytes, but only \d+ follow; the file is damaged./);
    await refuses(packGlb('{', new Uint8Array(4)), /neither a .glb nor JSON/);
  });

  it('packing that its decoder is not made for', async () => {
    const pack = (packed: AnyJson): Promise<unknown> =>
      readGltf(
        editGlb(glb, json => {
          const view = json.bufferViews[positionOf(json).bufferView];
          const good = { buffer: 0, byteLength: 64, mode: 'ATTRIBUTES', byteStride: 12, count: 63 };
          view.extensions = { EXT_meshopt_compression: { ...good, ...packed } };
        }),
      );
    await expect(pack({ byteStride: 10 })).rejects.toThrow(
      /byteStride is 10; for ATTRIBUTES it must be a multiple of 4 up to 256./,
    );
    await expect(pack({ byteStride: 260 })).rejects.toThrow(/byteStride is 260/);
    await expect(pack({ mode: 'TRIANGLES' })).rejects.toThrow(/byteStride is 12; for TRIANGLES it must be 2 or 4./);
    await expect(pack({ mode: 'TRIANGLES', byteStride: 2, count: 64 })).rejects.toThrow(
      /count is 64; it must be a multiple of 3./,
    );
    await expect(pack({ mode: 'POINTS' })).rejects.toThrow(/mode is "POINTS"/);
    await expect(pack({ filter: 'QUATERNION' })).rejects.toThrow(
      /filter is "QUATERNION"; it does not go with ATTRIBUTES of 12 bytes./,
    );
    await expect(pack({ filter: 'toString' })).rejects.toThrow(/filter is "toString"; it must be one of/);
    await expect(pack({})).rejects.toThrow(/cannot be unpacked \(Malformed buffer data/);
  });
});

describe('extensions', () => {
  it('those about looks leave no gap, required or not; others do', async () => {
    const bytes = editGlb(glb, json => {
      json.extensionsUsed = ['KHR_materials_unlit', 'KHR_texture_transform', 'VRM', 'EXT_thing', 'KHR_node_visibility'];
      json.extensionsRequired = ['KHR_materials_unlit'];
    });
    expect((await readGltf(bytes)).gaps).toEqual([
      'The extension VRM is not read; whatever it adds to the file is left out.',
      'The extension EXT_thing is not read; whatever it adds to the file is left out.',
    ]);
  });
});

import { type PackedArray, type PackedFormat, readPacked, writePacked } from './math/packed-arrays.ts';
import { sayValue } from './math/say-value.ts';
import { checkMesh } from './mesh/mesh.ts';
import { createRecords } from './refit/records.ts';
import { checkShape, type Shape } from './shape.ts';
import { validateTree } from './tree/validate.ts';

/** The header keeps the fields of the shape by path (`tree.links`): numbers and strings as they are, and arrays. */
const FORMAT: PackedFormat = {
  magic: 0x50434c53, // 'PCLS'
  version: 3,
  reader: 'loadShape',
  noun: 'shape',
  cure: 'save the shape again',
};

type Field = number | string | PackedArray;

/**
 * Writes the shape to one buffer, for a file, a cache or (with `shared`) for workers, which then read the very same
 * memory: posing and querying write to colliders only.
 * @example
 * {@includeCode ../examples/api/shapes.ts#save}
 */
export function saveShape(shape: Shape, options: { shared: true }): SharedArrayBuffer;
export function saveShape(shape: Shape, options?: { shared?: false }): ArrayBuffer;
export function saveShape(shape: Shape, options: { shared?: boolean } = {}): ArrayBuffer | SharedArrayBuffer {
  checkShape(shape, 'saveShape');
  const fields: Record<string, Field> = {};
  const write = (pack: (array: ArrayBufferView) => PackedArray): string => {
    const gather = (record: object, path: string): void => {
      for (const [key, value] of Object.entries(record)) {
        if (path + key === 'records.values' || path + key === 'records.displaced') continue; // a second view; of instances only
        if (ArrayBuffer.isView(value)) fields[path + key] = pack(value);
        else if (typeof value === 'object') gather(value, `${path}${key}.`);
        else fields[path + key] = value;
      }
    };
    gather(shape, '');
    return JSON.stringify(fields);
  };
  return writePacked(FORMAT, write, options.shared === true);
}

/**
 * Reads a saved shape in place: its arrays are views of `buffer`, nothing is copied. Refuses data that is cut off, damaged
 * or foreign. The checksum guards against accidents, not against forgery: load only shapes you trust.
 * @example
 * {@includeCode ../examples/api/shapes.ts#save}
 */
export function loadShape(buffer: ArrayBuffer | SharedArrayBuffer): Shape {
  if (!(buffer instanceof ArrayBuffer || isShared(buffer))) {
    throw new Error(`loadShape: the buffer is ${sayValue(buffer)}; give what saveShape returned, an ArrayBuffer.`);
  }
  const packed = readPacked(buffer, FORMAT);
  const fields = new Map(Object.entries(readHeader(packed.headerText)));
  const text = (path: string): string => take(fields, path, 'string') as string;
  const number = (path: string): number => take(fields, path, 'number') as number;
  const array = <T>(path: string): T => {
    const view = packed.view(take(fields, path, 'object') as PackedArray);
    if (view !== null) return view as T;
    throw new Error(
      `loadShape: ${path} reaches beyond the ${buffer.byteLength} bytes given; the data is cut off or damaged.`,
    );
  };
  const shape: Shape = {
    volumeKind: text('volumeKind') as Shape['volumeKind'],
    slabs: number('slabs'),
    mesh: { positions: array('mesh.positions'), triangles: array('mesh.triangles') },
    triangleOrder: array('triangleOrder'),
    vertexOrder: array('vertexOrder'),
    deformer: {
      kind: text('deformer.kind') as Shape['deformer']['kind'],
      skinning: text('deformer.skinning') as Shape['deformer']['skinning'],
      sets: {
        jointCount: number('deformer.sets.jointCount'),
        maxInfluences: number('deformer.sets.maxInfluences'),
        starts: array('deformer.sets.starts'),
        joints: array('deformer.sets.joints'),
        setOfVertex: array('deformer.sets.setOfVertex'),
        weightStarts: array('deformer.sets.weightStarts'),
        weights: array('deformer.sets.weights'),
      },
      references: array('deformer.references'),
      paths: {
        starts: array('deformer.paths.starts'),
        edges: array('deformer.paths.edges'),
        distances: array('deformer.paths.distances'),
        parents: array('deformer.paths.parents'),
        junctions: array('deformer.paths.junctions'),
      },
      displacements: {
        count: number('deformer.displacements.count'),
        starts: array('deformer.displacements.starts'),
        fields: array('deformer.displacements.fields'),
        offsets: array('deformer.displacements.offsets'),
        reaches: array('deformer.displacements.reaches'),
      },
      inBetweens: number('deformer.inBetweens'),
      reach: number('deformer.reach'),
    },
    tree: {
      links: array('tree.links'),
      ends: array('tree.ends'),
      slotStarts: array('tree.slotStarts'),
      slotEnds: array('tree.slotEnds'),
      leafCount: number('tree.leafCount'),
      depth: number('tree.depth'),
      maxArity: number('tree.maxArity'),
      maxLeafSize: number('tree.maxLeafSize'),
    },
    leafVertices: { starts: array('leafVertices.starts'), ids: array('leafVertices.ids') },
    records: createRecords(
      array('records.words'),
      array('records.starts'),
      number('records.maxGroups'),
      array('records.memberStarts'),
      array('records.members'),
      number('records.slabs'),
      { joints: array('records.shared.joints'), boxes: array('records.shared.boxes') },
      number('records.longest'),
    ),
  };
  checkMesh(shape.mesh, 'loadShape');
  validateTree(shape.tree, shape.triangleOrder.length, 'loadShape');
  return shape;
}

/** Some browsers have no shared memory unless the page asks for it. */
function isShared(buffer: unknown): buffer is SharedArrayBuffer {
  return typeof SharedArrayBuffer === 'function' && buffer instanceof SharedArrayBuffer;
}

function take(fields: Map<string, Field>, path: string, type: string): Field {
  const field = fields.get(path);
  if (typeof field !== type) throw new Error(`loadShape: ${path} is missing; save the shape again with this library.`);
  return field as Field;
}

function readHeader(text: string): Record<string, Field> {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('loadShape: the header is damaged; save the shape again.');
  }
}

/**
 * The formulas of the glTF 2.0 specification, written down once more without a glance at src/: plain numbers, 4x4
 * matrices by columns, slow. Reads plain files (no packed data), any number of influences.
 */
// biome-ignore lint/suspicious/noExplicitAny: a file may hold anything
type Json = Record<string, any>;

export interface SpecScene {
  json: Json;
  /** Node, primitive, vertex and world position of every vertex at a time of a clip (-1: at rest). */
  visitVertices(clip: number, time: number, visit: Visit): void;
  /** The corners of all triangles at rest, node by node. */
  listTriangles(): number[];
}

type Visit = (node: number, primitive: number, vertex: number, position: number[]) => void;

const sizes: Record<string, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

export function readBySpecification(bytes: Uint8Array, files = (_uri: string): Uint8Array => bytes): SpecScene {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isBinary = view.getUint32(0, true) === 0x46546c67;
  const jsonLength = isBinary ? view.getUint32(12, true) : 0;
  const text = new TextDecoder().decode(isBinary ? bytes.subarray(20, 20 + jsonLength) : bytes);
  const json: Json = JSON.parse(text);
  const buffers = (json.buffers ?? []).map(({ uri }: Json) => {
    if (uri === undefined) return bytes.subarray(28 + jsonLength);
    return uri.startsWith('data:') ? Buffer.from(uri.split(',')[1], 'base64') : files(uri);
  });

  const readRun = (viewIndex: number, offset: number, kind: number, size: number, count: number): number[][] => {
    const { buffer, byteOffset = 0, byteStride } = json.bufferViews[viewIndex];
    const data = new DataView(buffers[buffer].buffer, buffers[buffer].byteOffset + byteOffset);
    const bytesEach = kind < 5122 ? 1 : kind < 5124 ? 2 : 4;
    const read: Record<number, (at: number) => number> = {
      5120: at => data.getInt8(at),
      5121: at => data.getUint8(at),
      5122: at => data.getInt16(at, true),
      5123: at => data.getUint16(at, true),
      5125: at => data.getUint32(at, true),
      5126: at => data.getFloat32(at, true),
    };
    return Array.from({ length: count }, (_, k) =>
      Array.from({ length: size }, (_, c) => read[kind](offset + k * (byteStride ?? bytesEach * size) + c * bytesEach)),
    );
  };
  const cache = new Map<number, number[][]>();
  const accessor = (index: number): number[][] => {
    const known = cache.get(index);
    if (known) return known;
    const { bufferView, byteOffset = 0, componentType, type, count, normalized, sparse } = json.accessors[index];
    const size = sizes[type];
    const rows =
      bufferView === undefined
        ? Array.from({ length: count }, () => new Array(size).fill(0))
        : readRun(bufferView, byteOffset, componentType, size, count);
    if (sparse) {
      const { indices, values } = sparse;
      const at = readRun(indices.bufferView, indices.byteOffset ?? 0, indices.componentType, 1, sparse.count);
      const by = readRun(values.bufferView, values.byteOffset ?? 0, componentType, size, sparse.count);
      at.forEach(([row], k) => {
        rows[row] = by[k];
      });
    }
    const divisors: Record<number, number> = { 5120: 127, 5121: 255, 5122: 32767, 5123: 65535 };
    const divisor = normalized ? divisors[componentType] : 1;
    const decoded = rows.map(row => row.map(x => Math.max(normalized ? -1 : -Infinity, x / divisor)));
    cache.set(index, decoded);
    return decoded;
  };

  const sampleAt = (sampler: Json, path: string, targets: number, time: number): number[] => {
    const times = accessor(sampler.input).map(([t]) => t);
    const isCubic = sampler.interpolation === 'CUBICSPLINE';
    const rows = accessor(sampler.output);
    const perKey = path === 'weights' ? targets : 1;
    // For each key three groups (in-tangent, value, out-tangent) or one, each a flat list of numbers.
    const group = (key: number, which: number): number[] => {
      const start = (isCubic ? 3 * key + which : key) * perKey;
      return rows.slice(start, start + perKey).flat();
    };
    if (time <= times[0]) return group(0, 1);
    if (time >= times[times.length - 1]) return group(times.length - 1, 1);
    const next = times.findIndex(t => t > time);
    const key = next - 1;
    const duration = times[next] - times[key];
    const t = (time - times[key]) / duration;
    const [from, to] = [group(key, 1), group(next, 1)];
    if (sampler.interpolation === 'STEP') return from;
    if (isCubic) {
      const [leave, arrive] = [group(key, 2), group(next, 0)];
      const value = from.map(
        (v, c) =>
          (2 * t ** 3 - 3 * t ** 2 + 1) * v +
          duration * (t ** 3 - 2 * t ** 2 + t) * leave[c] +
          (-2 * t ** 3 + 3 * t ** 2) * to[c] +
          duration * (t ** 3 - t ** 2) * arrive[c],
      );
      return path === 'rotation' ? value.map(x => x / Math.hypot(...value)) : value;
    }
    if (path !== 'rotation') return from.map((v, c) => v * (1 - t) + to[c] * t);
    const d = from.reduce((sum, v, c) => sum + v * to[c], 0);
    const a = Math.acos(Math.min(1, Math.abs(d)));
    const isNear = a < 1e-3; // "close to zero, spherical linear interpolation turns into regular linear interpolation"
    const before = isNear ? 1 - t : Math.sin(a * (1 - t)) / Math.sin(a);
    const after = (isNear ? t : Math.sin(a * t) / Math.sin(a)) * Math.sign(d);
    return from.map((v, c) => before * v + after * to[c]);
  };

  const nodes: Json[] = json.nodes ?? [];
  const parents = new Map<number, number>();
  nodes.forEach((node, n) => {
    for (const child of node.children ?? []) parents.set(child, n);
  });

  const roots: number[] = json.scenes?.[json.scene ?? 0]?.nodes ?? [];
  const inScene = (n: number): boolean => roots.includes(n) || (parents.has(n) && inScene(parents.get(n)!));

  return {
    json,
    listTriangles: () =>
      nodes.flatMap(({ mesh }, n) => {
        if (mesh === undefined || !inScene(n)) return [];
        return json.meshes[mesh].primitives.flatMap(({ attributes, indices, mode = 4 }: Json) => {
          const points = accessor(attributes.POSITION);
          const p = indices === undefined ? points.map((_, v) => v) : accessor(indices).map(([v]) => v);
          const corners: number[][] = [];
          if (mode === 4) for (let i = 0; i + 2 < p.length; i += 3) corners.push([p[i], p[i + 1], p[i + 2]]);
          if (mode === 5) {
            for (let i = 0; i + 2 < p.length; i++) corners.push([p[i], p[i + (1 + (i % 2))], p[i + (2 - (i % 2))]]);
          }
          if (mode === 6) for (let i = 0; i + 2 < p.length; i++) corners.push([p[i + 1], p[i + 2], p[0]]);
          return corners.flat().flatMap(v => points[v].map(x => x + 0));
        });
      }),
    visitVertices(clip, time, visit) {
      const state: Json[] = nodes.map(node => ({
        ...node,
        ...(node.matrix ? {} : { translation: node.translation ?? [0, 0, 0] }),
      }));
      for (const { sampler, target } of json.animations?.[clip]?.channels ?? []) {
        if (target.node === undefined) continue;
        const primitive = json.meshes?.[nodes[target.node].mesh]?.primitives[0];
        const targets = primitive?.targets?.length ?? 0;
        state[target.node][target.path] = sampleAt(json.animations[clip].samplers[sampler], target.path, targets, time);
      }
      const global = (n: number): number[] => {
        const local = state[n].matrix ?? composed(state[n]);
        return parents.has(n) ? product(global(parents.get(n)!), local) : local;
      };
      state.forEach((node, n) => {
        if (node.mesh === undefined || !inScene(n)) return;
        const mesh = json.meshes[node.mesh];
        const weights: number[] = node.weights ?? mesh.weights ?? [];
        const skin = json.skins?.[node.skin];
        const inverses = skin?.inverseBindMatrices === undefined ? null : accessor(skin.inverseBindMatrices);
        const joints = skin?.joints.map((j: number, k: number) =>
          inverses ? product(global(j), inverses[k]) : global(j),
        );
        const own = global(n);
        mesh.primitives.forEach(({ attributes, targets = [] }: Json, p: number) => {
          const influences: [number[][], number[][]][] = [];
          for (let set = 0; skin && attributes[`JOINTS_${set}`] !== undefined; set++) {
            influences.push([accessor(attributes[`JOINTS_${set}`]), accessor(attributes[`WEIGHTS_${set}`])]);
          }
          const moves = targets.map((target: Json) =>
            target.POSITION === undefined ? null : accessor(target.POSITION),
          );
          accessor(attributes.POSITION).forEach((rest, v) => {
            const point = rest.map((x, c) =>
              moves.reduce(
                (sum: number, m: number[][] | null, k: number) => sum + (weights[k] ?? 0) * (m?.[v][c] ?? 0),
                x,
              ),
            );
            if (!skin) {
              visit(n, p, v, image(own, point));
              return;
            }
            const posed = [0, 0, 0];
            let total = 0;
            for (const [joint, weight] of influences) {
              for (let k = 0; k < 4; k++) {
                if (weight[v][k] === 0) continue;
                total += weight[v][k];
                image(joints[joint[v][k]], point).forEach((x, c) => {
                  posed[c] += weight[v][k] * x;
                });
              }
            }
            visit(
              n,
              p,
              v,
              posed.map(x => x / total),
            );
          });
        });
      });
    },
  };
}

function composed({
  translation: [tx, ty, tz],
  rotation = [0, 0, 0, 1],
  scale: [sx, sy, sz] = [1, 1, 1],
}: Json): number[] {
  const [x, y, z, w] = rotation;
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)].map(e => e * sx),
    0,
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)].map(e => e * sy),
    0,
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)].map(e => e * sz),
    [0, tx, ty, tz, 1],
  ].flat();
}

function product(a: number[], b: number[]): number[] {
  return Array.from({ length: 16 }, (_, k) => {
    const [column, row] = [Math.floor(k / 4), k % 4];
    return [0, 1, 2, 3].reduce((sum, i) => sum + a[4 * i + row] * b[4 * column + i], 0);
  });
}

function image(m: number[], [x, y, z]: number[]): number[] {
  return [0, 1, 2].map(row => m[row] * x + m[4 + row] * y + m[8 + row] * z + m[12 + row]);
}

import { buildTopology } from '../../src/mesh/topology.ts';
import type { BodyShape, World } from '../../src/simulate/index.ts';
import type { DrawnBody, DrawnPose } from '../protocol.ts';

/** All bodies of a world that share a shape: drawn as one body with many instances. */
export interface Group {
  shape: BodyShape;
  /** Their numbers in the world. */
  bodies: number[];
  drawn: DrawnBody;
  /** Which triangles each contact proxy stands for. */
  trianglesOfProxy: Uint32Array[];
}

export function groupBodies({ bodies }: World, colors: Record<string, number>): Group[] {
  const shapes = [...new Set(bodies.shapes.slice(0, bodies.count))];
  return shapes.map(shape => {
    const numbers = Array.from({ length: bodies.count }, (_, body) => body).filter(b => bodies.shapes[b] === shape);
    const { name, mesh, modes } = shape.model;
    return {
      shape,
      bodies: numbers,
      drawn: {
        name,
        positions: Float32Array.from(mesh.positions),
        triangles: Uint32Array.from(mesh.triangles),
        skinning: 'rigid',
        influences: 0,
        joints: new Uint16Array(0),
        weights: new Float32Array(0),
        jointNames: [name],
        jointParents: new Int32Array(0),
        jointPoints: new Float32Array(0),
        setOfVertex: new Uint16Array(0),
        setCount: 0,
        fields: modes.map(mode => Float32Array.from(mode)),
        instances: numbers.length,
        color: colors[name],
        paint: null,
      },
      trianglesOfProxy: listProxyTriangles(shape),
    };
  });
}

/** A proxy has all vertices of its triangles: they are those with all three corners among them. */
function listProxyTriangles({ tree, model }: BodyShape): Uint32Array[] {
  const { triangles } = model.mesh;
  const { vertexStarts, trianglesOfVertex } = buildTopology(model.mesh);
  const owner = new Int32Array(model.mesh.positions.length / 3).fill(-1);
  return Array.from(tree.proxyNodes, (_, proxy) => {
    const own = tree.vertices.subarray(tree.vertexStarts[proxy], tree.vertexStarts[proxy + 1]);
    for (const v of own) owner[v] = proxy;
    const found = new Set<number>();
    for (const v of own) {
      for (let k = vertexStarts[v]; k < vertexStarts[v + 1]; k++) {
        const t = trianglesOfVertex[k];
        if ([0, 1, 2].every(corner => owner[triangles[3 * t + corner]] === proxy)) found.add(t);
      }
    }
    return Uint32Array.from(found);
  });
}

export function poseGroup({ bodies }: World, { bodies: members, shape }: Group): DrawnPose {
  const jointMatrices = new Float32Array(12 * members.length);
  const weights = new Float32Array(shape.modes * members.length);
  members.forEach((body, instance) => {
    jointMatrices.set(placementOf(bodies, body), 12 * instance);
    weights.set(amplitudesOf(bodies, body), shape.modes * instance);
  });
  return { jointMatrices, weights, centers: new Float32Array(0) };
}

export function placementOf({ rotations, positions }: World['bodies'], body: number): Float64Array {
  const placement = new Float64Array(12);
  for (let row = 0; row < 3; row++) {
    for (let k = 0; k < 3; k++) placement[4 * row + k] = rotations[9 * body + 3 * row + k];
    placement[4 * row + 3] = positions[3 * body + row];
  }
  return placement;
}

export function amplitudesOf({ amplitudes, modeStarts, modeCounts }: World['bodies'], body: number): Float64Array {
  return amplitudes.subarray(modeStarts[body], modeStarts[body] + modeCounts[body]);
}

/** The triangles behind all contacts of the last step, by group: instance x triangles + triangle. */
export function touchingOf({ contacts }: World, groups: readonly Group[]): Uint32Array[] {
  const places = new Map<number, { group: number; instance: number }>();
  groups.forEach(({ bodies }, group) => {
    bodies.forEach((body, instance) => {
      places.set(body, { group, instance });
    });
  });
  const touching = groups.map(() => new Set<number>());
  const { sides } = contacts;
  for (let side = 0; side < 2 * contacts.count; side++) {
    const place = places.get(sides[2 * side]);
    if (!place) continue; // the ground
    const { shape, trianglesOfProxy, drawn } = groups[place.group];
    const first = place.instance * (drawn.triangles.length / 3);
    for (const t of trianglesOfProxy[shape.tree.proxyStarts[sides[2 * side + 1]]]) touching[place.group].add(first + t);
  }
  return touching.map(set => Uint32Array.from(set).sort());
}

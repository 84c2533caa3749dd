import { NO_COMPONENT, reportManifold } from '../../mesh/manifold.ts';
import type { Mesh } from '../../mesh/mesh.ts';
import { buildTopology, NO_EDGE } from '../../mesh/topology.ts';

/** A connected piece of a mesh, and whether views may be used on it. */
export interface Component {
  triangles: number;
  /** Why views cannot be used: not a closed, consistently oriented surface. Null if they can. */
  flaw: string | null;
}

export interface Components {
  components: Component[];
  /** Index into `components`; triangles that name a vertex twice form the last one, if there are any. */
  componentOfTriangle: Uint32Array;
}

/**
 * Which pieces of a mesh are closed surfaces, as [Wong2013] needs: every edge has two triangles that pass it in opposite
 * directions, around every vertex they form one ring, and none is degenerate. By vertex index, so weld first.
 * @example
 * {@includeCode ../../../examples/api/continuous.ts#self-impacts}
 */
export function examineComponents(mesh: Mesh): Components {
  const report = reportManifold(mesh);
  const { triangles } = mesh;
  const componentOfTriangle = report.componentOfTriangle.slice();
  const components: Component[] = Array.from({ length: report.components }, () => ({ triangles: 0, flaw: null }));
  const hasDegenerate = componentOfTriangle.indexOf(NO_COMPONENT) >= 0;
  if (hasDegenerate) components.push({ triangles: 0, flaw: 'its triangles name a vertex twice' });
  for (let t = 0; t < componentOfTriangle.length; t++) {
    if (componentOfTriangle[t] === NO_COMPONENT) componentOfTriangle[t] = components.length - 1;
    components[componentOfTriangle[t]].triangles++;
  }

  const topology = buildTopology(mesh);
  const note = (triangle: number, flaw: string): void => {
    components[componentOfTriangle[triangle]].flaw ??= flaw;
  };
  for (const triangle of report.degenerateTriangles) note(triangle, `triangle ${triangle} has no area`);
  const { edges, edgesOfTriangle, edgeStarts, trianglesOfEdge, vertexStarts, trianglesOfVertex } = topology;
  for (let e = 0; 2 * e < edges.length; e++) {
    const count = edgeStarts[e + 1] - edgeStarts[e];
    const name = `the edge between vertices ${edges[2 * e]} and ${edges[2 * e + 1]}`;
    for (let k = edgeStarts[e]; k < edgeStarts[e + 1]; k++) {
      if (count === 1) note(trianglesOfEdge[k], `it is open at ${name}`);
      else if (count > 2) note(trianglesOfEdge[k], `${count} triangles share ${name}`);
    }
  }
  for (const vertex of report.nonManifoldVertices) {
    for (let k = vertexStarts[vertex]; k < vertexStarts[vertex + 1]; k++) {
      note(trianglesOfVertex[k], `its triangles form several fans at vertex ${vertex}`);
    }
  }
  const passes = new Int8Array(edges.length / 2);
  for (let side = 0; side < triangles.length; side++) {
    const e = edgesOfTriangle[side];
    if (e !== NO_EDGE) passes[e] += triangles[side] === edges[2 * e] ? 1 : -1;
  }
  for (let e = 0; e < passes.length; e++) {
    if (passes[e] === 0) continue;
    for (let k = edgeStarts[e]; k < edgeStarts[e + 1]; k++) {
      note(
        trianglesOfEdge[k],
        `triangles are turned opposite ways at vertices ${edges[2 * e]} and ${edges[2 * e + 1]}`,
      );
    }
  }
  return { components, componentOfTriangle };
}

import * as three from 'three';
import { acceleratedRaycast, MeshBVH, ObjectBVH, SAH } from 'three-mesh-bvh';
import { createRandom } from '../../src/math/random.ts';
import { accelerate } from '../../src/three/index.ts';
import { hashNumbers, median, sameAnswers } from '../harness/measure.ts';
import type { BenchOptions, Report } from '../harness/report.ts';

/** Room for an instance on each side. */
const APART = 2;

/** The nearest hit of a ray at an InstancedMesh that stands still: each contender has a mesh of its own, and they take turns. */
export function measureInstances(
  counts: readonly number[],
  { isQuick }: BenchOptions,
  report: Report,
  table: (string | number)[][],
): void {
  for (const count of counts) {
    const scene = `${count} instances of 1024 triangles`;
    const raycaster = new three.Raycaster();
    raycaster.firstHitOnly = true;
    const ways = [
      { name: 'ours, by Raycaster', cast: castOurs(count, raycaster) },
      { name: 'three.js', cast: castByThree(count, raycaster) },
      { name: 'three-mesh-bvh, ObjectBVH', cast: castByTrees(count, raycaster) },
    ];
    const times = ways.map((): number[] => []);
    const answers = ways.map((): number[] => []);
    const random = createRandom(count);
    for (let ray = 0; ray < (isQuick ? 60 : 400); ray++) {
      aim(raycaster, count, random);
      ways.forEach(({ cast }, way) => {
        const start = performance.now();
        const hit = cast();
        times[way].push(performance.now() - start);
        answers[way].push(hit?.instanceId ?? -1, hit?.faceIndex ?? -1);
      });
    }
    const resultHash = sameAnswers(
      scene,
      ways.map(({ name }, way) => ({ name, hash: hashNumbers(answers[way]) })),
    );
    const values = times.map(median);
    ways.forEach(({ name }, way) => {
      const row = { bench: 'crowd', scene, metric: 'a ray at instances', unit: 'ms', resultHash };
      report.rows.push({ ...row, method: name, value: values[way] });
      table.push([
        way === 0 ? `a ray at ${scene}` : '',
        name,
        values[way],
        way === 0 ? '' : values[way] / values[0],
        '',
      ]);
    });
  }
}

function createMesh(count: number): three.InstancedMesh {
  const random = createRandom(3);
  const mesh = new three.InstancedMesh(new three.TorusKnotGeometry(0.5, 0.15, 64, 8), undefined, count);
  const side = APART * Math.cbrt(count);
  const place = new three.Matrix4();
  const turn = new three.Quaternion();
  const size = new three.Vector3();
  for (let k = 0; k < count; k++) {
    turn.set(random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5).normalize();
    size.set(0.5 + random(), 0.5 + random(), 0.5 + random());
    mesh.setMatrixAt(
      k,
      place.compose(new three.Vector3(side * random(), side * random(), side * random()), turn, size),
    );
  }
  new three.Scene().add(mesh);
  return mesh;
}

function aim(raycaster: three.Raycaster, count: number, random: () => number): void {
  const side = APART * Math.cbrt(count);
  const around = (): number => side * (3 * random() - 1);
  const from = new three.Vector3(around(), around(), around());
  const to = new three.Vector3(side * random(), side * random(), side * random());
  raycaster.set(from, to.sub(from).normalize());
}

type Cast = () => three.Intersection | undefined;

function castOurs(count: number, raycaster: three.Raycaster): Cast {
  const mesh = createMesh(count);
  accelerate(mesh);
  return () => raycaster.intersectObject(mesh, false)[0];
}

function castByThree(count: number, raycaster: three.Raycaster): Cast {
  const mesh = createMesh(count);
  return () => raycaster.intersectObject(mesh, false)[0];
}

/** A tree over the instances, built once, and one of the geometry, that leaves its index as it is. */
function castByTrees(count: number, raycaster: three.Raycaster): Cast {
  const mesh = createMesh(count);
  mesh.geometry.boundsTree = new MeshBVH(mesh.geometry, { strategy: SAH, indirect: true });
  const tree = new ObjectBVH(mesh);
  const { raycast } = three.Mesh.prototype;
  return () => {
    three.Mesh.prototype.raycast = acceleratedRaycast; // as its users patch it; for this call only
    try {
      return (tree.raycast(raycaster, []) as three.Intersection[])[0];
    } finally {
      three.Mesh.prototype.raycast = raycast;
    }
  };
}

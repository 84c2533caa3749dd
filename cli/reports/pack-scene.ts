import type { AssetReport } from '../../src/check/index.ts';
import { packElements } from './pack-array.ts';
import { packBody } from './pack-body.ts';
import { NO_LOOKS, type PackedLooks } from './pack-looks.ts';
import { packMotion } from './pack-motion.ts';
import type { PageAsset, PageHeat, PageMotion } from './page-data.ts';
import { type Listed, listFindings } from './page-findings.ts';
import { deepestOf, matchClips, type Scene } from './scene.ts';
import { nameBoth, sayDepth, VERBS } from './words.ts';

/**
 * An asset for the page: findings, and with a scene the geometry, the motions of clips in which something counts, and depths. Of
 * a person of 27 thousand triangles some 300 KB, and 7 KB for a second of motion of 31 joints.
 */
export function packAsset(asset: AssetReport, scene: Scene | null, packed: PackedLooks = NO_LOOKS): PageAsset {
  const { listed } = listFindings(asset);
  const motions: PageMotion[] = [];
  const numbers = scene ? matchClips(scene.subject, asset) : [];
  const clips = asset.clips.map(({ name, start, end, findings }, c) => {
    const counting = findings.filter(({ suppressed }) => !suppressed);
    if (!scene || numbers[c] < 0 || counting.length === 0) return { name, start, end, motion: -1 };
    const moments = counting.map(({ worst }) => worst);
    return {
      name,
      start,
      end,
      motion: motions.push(packMotion(scene.subject, scene.subject.clips[numbers[c]], moments)) - 1,
    };
  });
  return {
    name: asset.name,
    height: asset.height,
    unit: 1000 * asset.metres,
    clips,
    findings: listed.map(({ finding, clip }) => ({
      id: finding.id,
      clip,
      class: finding.class,
      isSuppressed: finding.suppressed !== undefined,
      title: nameBoth(finding, VERBS[finding.class]),
      depth: sayDepth(finding.depth),
      start: finding.start,
      end: finding.end,
      worst: finding.worst,
      point: finding.point,
      from: finding.curve.from,
    })),
    scene: scene && {
      bodies: scene.subject.bodies.map((body, b) => packBody(body, packed.bodies[b])),
      motions,
      heat: packHeat(scene, listed),
      materials: packed.materials,
      images: packed.images,
    },
  };
}

function packHeat(scene: Scene, listed: readonly Listed[]): PageHeat {
  const most = deepestOf(scene);
  const heats = listed.map(({ clip, number }) => scene.heats[clip][number]);
  const starts = [0];
  for (const { vertices } of heats) starts.push(starts[starts.length - 1] + vertices.length);
  const vertices = new Uint32Array(starts[heats.length]);
  const depths = new Uint32Array(starts[heats.length]);
  heats.forEach((heat, k) => {
    vertices.set(heat.vertices, starts[k]);
    for (let i = 0; i < heat.depths.length; i++) depths[starts[k] + i] = Math.round((65535 * heat.depths[i]) / most);
  });
  return { starts, vertices: packElements(vertices, 1), depths: packElements(depths, 1), most };
}

import type { AssetReport, RegionName } from '../../src/check/index.ts';
import { toIgnore } from './accept.ts';
import { packElements } from './pack-array.ts';
import { packBody } from './pack-body.ts';
import { NO_LOOKS, type PackedLooks } from './pack-looks.ts';
import { packMotion } from './pack-motion.ts';
import type { PageAsset, PageHeat, PageIssue, PageMotion } from './page-data.ts';
import { type Listed, listFindings, type Row } from './page-findings.ts';
import { deepestOf, matchClips, type Scene } from './scene.ts';
import { findPrefix, nameIssue, nameOf, sayDepth, shortenRegion } from './words.ts';

/**
 * An asset for the page: issues, findings, and with a scene the geometry, the motions of clips in which something counts, and depths. Of
 * a person of 27 thousand triangles some 300 KB, and 7 KB for a second of motion of 31 joints.
 */
export function packAsset(asset: AssetReport, scene: Scene | null, packed: PackedLooks = NO_LOOKS): PageAsset {
  const { rows, listed } = listFindings(asset);
  const prefix = findPrefix(asset);
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
    issues: rows.map(row => packIssue(asset, row, prefix)),
    findings: listed.map(({ finding, issue, clip, row }) => ({
      id: finding.id,
      clip,
      issue: row,
      title: nameIssue(issue, prefix),
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

function packIssue(
  { bodies }: AssetReport,
  { issue, findings, worst, under }: Row,
  prefix: { prefix: string },
): PageIssue {
  const { a, b, list, compared } = issue;
  const sides = findings.flatMap(({ finding }) => [finding.a, finding.b]);
  const nameOfPart = (region: RegionName): string => (bodies.length > 1 ? nameOf(region) : region.joint);
  return {
    title: nameIssue(issue, prefix),
    list,
    depth: worst.finding.depth.model,
    findings: findings.map(({ k }) => k),
    worst: worst.k,
    clips: [...new Set(findings.map(({ clip }) => clip))],
    parts: [...new Set([a, b].map(side => nameOfPart(shortenRegion(side, prefix))))],
    names: [...new Set([a, b].map(nameOf))],
    materials: [...new Set(sides.flatMap(({ materials }) => materials))],
    compared: compared ?? null,
    ignore: [issue, ...under.map(other => other.issue)].map(toIgnore),
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

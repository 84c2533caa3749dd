import type { Command } from 'commander';
import pc from 'picocolors';
import { type AssetReport, planCheck, reportAsset } from '../../src/check/index.ts';
import type { GltfAsset } from '../../src/gltf/index.ts';
import type { ExitCode, Io } from '../io.ts';
import { sayClipTime } from '../reports/words.ts';
import { createGltfSubject } from '../subjects/gltf-subject.ts';
import { loadAsset } from '../subjects/load-asset.ts';

const EXAMPLES = `
Example:
  $ poseclash inspect hero.glb

Lists what a file has to be checked: bodies with their joints and parts, whether their surfaces are closed, what touches at
rest already, and the clips. Names are those that --ignore and --clip take.`;

interface Inspection extends Pick<AssetReport, 'name' | 'height' | 'bodies' | 'rest' | 'gaps'> {
  error?: string;
  parts: string[][];
  materials: string[][];
  clips: { name: string; start: number; end: number; keys: number }[];
}

export function addInspectCommand(program: Command, io: Io, finish: (code: ExitCode) => void): void {
  program
    .command('inspect')
    .summary('list what a file has to be checked')
    .description('Lists the bodies, parts and clips of files, and what can be checked how.')
    .argument('<files...>', '.glb or .gltf files')
    .option('--json', 'print as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (files: string[], flags: { json?: boolean }) => {
      const results: Inspection[] = [];
      for (const name of files) results.push(await inspectFile(name));
      for (const { name, error } of results) if (error) io.warn(`${name}: ${error}`);
      io.print(
        flags.json ? JSON.stringify(results, null, 2) : results.map(r => printInspection(r, io.hasColors)).join('\n\n'),
      );
      finish(results.every(({ error }) => error !== undefined) ? 2 : 0);
    });
}

async function inspectFile(name: string): Promise<Inspection> {
  try {
    return inspectAsset(name, await loadAsset(name));
  } catch (error) {
    const nothing = { height: 0, bodies: [], rest: [], gaps: [], parts: [], materials: [], clips: [] };
    return { name, error: (error as Error).message, ...nothing };
  }
}

function inspectAsset(name: string, asset: GltfAsset): Inspection {
  const plan = planCheck(createGltfSubject(name, asset));
  const { height, bodies, rest, gaps } = reportAsset(plan, []);
  return {
    name,
    height,
    bodies,
    parts: plan.shapes.map(({ regions }, b) => [...regions.joints].map(joint => asset.bodies[b].jointNames[joint])),
    materials: asset.bodies.map(({ materialNames }) => [...new Set(materialNames)].filter(material => material !== '')),
    rest,
    clips: asset.clips.map(({ name: clip, start, duration, keyTimes }) => ({
      name: clip,
      start,
      end: duration,
      keys: keyTimes.length,
    })),
    gaps,
  };
}

function printInspection(inspection: Inspection, hasColors: boolean): string {
  const colors = pc.createColors(hasColors);
  const { name, error, height, bodies, parts, materials, rest, clips, gaps } = inspection;
  if (error) return `${colors.bold(name)}  ${colors.red('cannot be inspected')}: ${error}`;
  const lines = [`${colors.bold(name)}  ${colors.dim(`${height.toPrecision(3)} units high`)}`];
  bodies.forEach((body, b) => {
    const { deformer, triangles, vertices, joints, pieces, closedPieces, flaws } = body;
    lines.push(
      `  body ${colors.bold(body.name)}: ${triangles} triangles, ${vertices} vertices, ${deformer}, ${joints} joints`,
    );
    if (materials[b].length > 0) lines.push(`    materials: ${materials[b].join(', ')}`);
    if (parts[b].length > 1) lines.push(`    parts: ${parts[b].join(', ')}`);
    const closed =
      closedPieces === pieces ? colors.green('closed') : colors.yellow(`${pieces - closedPieces} not closed`);
    lines.push(
      `    ${pieces} ${pieces === 1 ? 'piece' : 'pieces'}, ${closed}${flaws.length > 0 ? ` (${flaws.join('; ')})` : ''}`,
    );
  });
  for (const { a, b, pairs } of rest) {
    lines.push(`  touches at rest: ${a.body}/${a.joint} and ${b.body}/${b.joint}, ${pairs} pairs of triangles`);
  }
  for (const { name: clip, start, end, keys } of clips) {
    lines.push(`  clip ${colors.bold(clip)}: ${sayClipTime({ start, end })}, ${keys} key times`);
  }
  for (const gap of gaps) lines.push(`  ${colors.yellow('note')}: ${gap}`);
  return lines.join('\n');
}

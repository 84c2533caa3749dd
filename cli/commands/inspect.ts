import type { Command } from 'commander';
import pc from 'picocolors';
import { reportAsset } from '../../src/check/findings/write-report.ts';
import type { AssetReport } from '../../src/check/index.ts';
import { planCheck } from '../../src/check/plan/plan.ts';
import type { GltfAsset } from '../../src/gltf/index.ts';
import { expandFiles } from '../expand-files.ts';
import type { ExitCode, Io } from '../io.ts';
import { sayClipTime } from '../reports/words.ts';
import { toLimit, UNIT_LIMIT } from '../run-flags.ts';
import { createGltfSubject } from '../subjects/gltf-subject.ts';
import { loadAsset } from '../subjects/load-asset.ts';
import { inOneLine, toPrintableJson } from '../subjects/one-line.ts';
import { callWithin } from '../units/time-limit.ts';

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

export function describeInspect(program: Command): Command {
  return program
    .command('inspect')
    .summary('list what a file has to be checked')
    .description('Lists the bodies, parts and clips of files, and what can be checked how.')
    .argument('<files...>', '.glb, .gltf or .vrm files, folders of them, or patterns')
    .option('--unit-limit <seconds>', 'give up a file that takes longer', toLimit, UNIT_LIMIT)
    .option('--json', 'print as JSON')
    .addHelpText('after', EXAMPLES);
}

export async function runInspect(
  files: string[],
  flags: { json?: boolean; unitLimit: number },
  io: Io,
): Promise<ExitCode> {
  const results: Inspection[] = [];
  for (const name of expandFiles(files)) {
    // What was cut off leaves things half done, which nothing else may be made of.
    const isSpoilt = results.some(({ error }) => error?.includes('--unit-limit'));
    results.push(
      isSpoilt
        ? reportError(name, `not inspected after ${results.at(-1)!.name}`)
        : await inspectFile(name, flags.unitLimit),
    );
  }
  for (const { name, error } of results) if (error) io.warn(`${inOneLine(name)}: ${inOneLine(error)}`);
  io.print(flags.json ? toPrintableJson(results, 2) : results.map(r => printInspection(r, io.hasColors)).join('\n\n'));
  return results.every(({ error }) => error === undefined) ? 0 : 2;
}

async function inspectFile(name: string, seconds: number): Promise<Inspection> {
  try {
    const asset = await loadAsset(name);
    let inspection: Inspection | null = null;
    const isInTime = callWithin(seconds, () => {
      inspection = inspectAsset(name, asset);
    });
    if (!isInTime) throw new Error(`it took more than ${seconds} s (--unit-limit)`);
    return inspection!;
  } catch (error) {
    return reportError(name, (error as Error).message);
  }
}

function reportError(name: string, error: string): Inspection {
  return { name, error, height: 0, bodies: [], rest: [], gaps: [], parts: [], materials: [], clips: [] };
}

function inspectAsset(name: string, asset: GltfAsset): Inspection {
  const plan = planCheck(createGltfSubject(name, asset));
  const { height, bodies, rest, gaps } = reportAsset(plan, []);
  return {
    name,
    height,
    bodies,
    parts: plan.shapes.map(({ regions }, b) =>
      [...regions.joints].map(joint => inOneLine(asset.bodies[b].jointNames[joint])),
    ),
    materials: asset.bodies.map(({ materialNames }) =>
      [...new Set(materialNames.map(inOneLine))].filter(material => material !== ''),
    ),
    rest,
    clips: asset.clips.map(({ name: clip, start, end: duration, keyTimes }) => ({
      name: inOneLine(clip),
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
  if (error) return `${colors.bold(inOneLine(name))}  ${colors.red('cannot be inspected')}: ${inOneLine(error)}`;
  const lines = [`${colors.bold(inOneLine(name))}  ${colors.dim(`longest side ${height.toPrecision(3)} units`)}`];
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
  for (const gap of gaps) lines.push(`  ${colors.yellow('note')}: ${inOneLine(gap)}`);
  return lines.join('\n');
}

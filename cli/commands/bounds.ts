import type { Command } from 'commander';
import pc from 'picocolors';
import { createBodyColliders } from '../../src/gltf/index.ts';
import { boundClip, type ClipBounds } from '../bounds/clip-bounds.ts';
import { expandFiles } from '../expand-files.ts';
import type { ExitCode, Io } from '../io.ts';
import { loadAsset } from '../subjects/load-asset.ts';
import { inOneLine, toPrintableJson } from '../subjects/one-line.ts';

const EXAMPLES = `
Examples:
  $ poseclash bounds hero.glb
  $ poseclash bounds *.glb --json

The box of a clip holds every vertex of every body at every time of it, not only at frames: good for culling and framing.`;

interface FileBounds {
  name: string;
  error?: string;
  clips: ({ name: string | null } & ClipBounds)[];
}

export function describeBounds(program: Command): Command {
  return program
    .command('bounds')
    .summary('a box around every clip that nothing ever leaves')
    .description(
      'Prints, for the resting scene and for every clip of each file, a box that nothing leaves at any time.',
    )
    .argument('<files...>', '.glb, .gltf or .vrm files, folders of them, or patterns')
    .option('--json', 'print as JSON')
    .addHelpText('after', EXAMPLES);
}

export async function runBounds(files: string[], flags: { json?: boolean }, io: Io): Promise<ExitCode> {
  const results: FileBounds[] = [];
  for (const name of expandFiles(files)) results.push(await boundFile(name));
  for (const { name, error } of results) if (error) io.warn(`${inOneLine(name)}: ${inOneLine(error)}`);
  io.print(flags.json ? toPrintableJson(results, 2) : printBounds(results, io.hasColors));
  return results.every(({ error }) => error === undefined) ? 0 : 2;
}

async function boundFile(name: string): Promise<FileBounds> {
  try {
    const asset = await loadAsset(name);
    if (asset.bodies.length === 0) return { name, error: 'there is no mesh', clips: [] };
    const colliders = createBodyColliders(asset);
    const clips = [null, ...asset.clips].map(clip => ({
      name: clip ? inOneLine(clip.name) : null,
      ...boundClip(asset, clip, colliders),
    }));
    return { name, clips };
  } catch (error) {
    return { name, error: (error as Error).message, clips: [] };
  }
}

function printBounds(results: FileBounds[], hasColors: boolean): string {
  const colors = pc.createColors(hasColors);
  return results
    .map(({ name, error, clips }) => {
      if (error) return `${colors.bold(inOneLine(name))}  ${colors.red('no bounds')}: ${inOneLine(error)}`;
      const width = Math.max(...clips.map(clip => (clip.name ?? 'at rest').length));
      const lines = clips.map(({ name: clip, low, high, margin }) => {
        const box = low.map((x, k) => `${'xyz'[k]} ${toFour(x, -1)} .. ${toFour(high[k], 1)}`).join('   ');
        const price = margin > 0 ? colors.dim(`   (guarantee: ${margin.toPrecision(2)})`) : '';
        return `  ${(clip ?? 'at rest').padEnd(width)}  ${box}${price}`;
      });
      return [colors.bold(inOneLine(name)), ...lines].join('\n');
    })
    .join('\n\n');
}

/** Four digits that are no more than x, or no less: rounded to the nearest, the box would be smaller than what is in it. */
export function toFour(x: number, towards: -1 | 1): string {
  const nearest = x.toPrecision(4);
  if (towards * Number(nearest) >= towards * x) return nearest.padStart(9);
  const [digits, exponent] = x.toExponential(3).split('e');
  const next = Math.round(1000 * Number(digits)) + towards;
  return Number(`${next}e${Number(exponent) - 3}`)
    .toPrecision(4)
    .padStart(9);
}

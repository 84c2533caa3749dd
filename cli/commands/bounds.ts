import type { Command } from 'commander';
import pc from 'picocolors';
import { createBodyColliders } from '../../src/gltf/index.ts';
import { boundClip, type ClipBounds } from '../bounds/clip-bounds.ts';
import type { ExitCode, Io } from '../io.ts';
import { loadAsset } from '../subjects/load-asset.ts';

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

export function addBoundsCommand(program: Command, io: Io, finish: (code: ExitCode) => void): void {
  program
    .command('bounds')
    .summary('a box around every clip that nothing ever leaves')
    .description(
      'Prints, for the resting scene and for every clip of each file, a box that nothing leaves at any time.',
    )
    .argument('<files...>', '.glb or .gltf files')
    .option('--json', 'print as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (files: string[], flags: { json?: boolean }) => {
      const results: FileBounds[] = [];
      for (const name of files) results.push(await boundFile(name));
      for (const { name, error } of results) if (error) io.warn(`${name}: ${error}`);
      io.print(flags.json ? JSON.stringify(results, null, 2) : printBounds(results, io.hasColors));
      finish(results.every(({ error }) => error !== undefined) ? 2 : 0);
    });
}

async function boundFile(name: string): Promise<FileBounds> {
  try {
    const asset = await loadAsset(name);
    if (asset.bodies.length === 0) return { name, error: 'there is no mesh', clips: [] };
    const colliders = createBodyColliders(asset);
    const clips = [null, ...asset.clips].map(clip => ({
      name: clip?.name ?? null,
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
      if (error) return `${colors.bold(name)}  ${colors.red('no bounds')}: ${error}`;
      const width = Math.max(...clips.map(clip => (clip.name ?? 'at rest').length));
      const lines = clips.map(({ name: clip, low, high, margin }) => {
        const box = low.map((x, k) => `${'xyz'[k]} ${toFour(x)} .. ${toFour(high[k])}`).join('   ');
        const price = margin > 0 ? colors.dim(`   (guarantee: ${margin.toPrecision(2)})`) : '';
        return `  ${(clip ?? 'at rest').padEnd(width)}  ${box}${price}`;
      });
      return [colors.bold(name), ...lines].join('\n');
    })
    .join('\n\n');
}

function toFour(x: number): string {
  return x.toPrecision(4).padStart(9);
}

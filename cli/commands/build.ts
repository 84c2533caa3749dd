import type { Command } from 'commander';
import { createBodyColliders, saveBodyShapes } from '../../src/gltf/index.ts';
import { type ExitCode, type Io, usageError } from '../io.ts';
import { loadAsset } from '../subjects/load-asset.ts';
import { inOneLine, toPrintableJson } from '../subjects/one-line.ts';
import { writeNamed } from '../write-file.ts';

const EXAMPLES = `
Examples:
  $ poseclash build hero.glb -o hero.shapes

A page then builds nothing: createBodyColliders(asset, { shapes: loadBodyShapes(asset, bytes) }) of poseclash/gltf takes milliseconds.`;

interface Flags {
  output: string;
  json?: boolean;
}

export function describeBuild(program: Command): Command {
  return program
    .command('build')
    .summary('the shapes of a file, so that pages need not build them')
    .description('Builds the shapes of all meshes of a file and writes them to one file, which loadBodyShapes reads.')
    .argument('<file>', 'a .glb, .gltf or .vrm file')
    .requiredOption('-o, --output <file>', 'where the shapes go')
    .option('--json', 'print what was written as JSON')
    .addHelpText('after', EXAMPLES);
}

export async function runBuild([name]: string[], { output, json }: Flags, io: Io): Promise<ExitCode> {
  const bytes = await buildShapes(name);
  await writeNamed('--output', output, bytes);
  const size = bytes.byteLength;
  io.print(
    json ? toPrintableJson({ name, output, bytes: size }, 2) : `${inOneLine(output)}: ${(size / 1e6).toFixed(1)} MB`,
  );
  return 0;
}

async function buildShapes(name: string): Promise<Uint8Array> {
  try {
    const asset = await loadAsset(name);
    if (asset.bodies.length === 0) throw new Error('there is no mesh');
    return new Uint8Array(
      saveBodyShapes(
        asset,
        createBodyColliders(asset).map(({ shape }) => shape),
      ),
    );
  } catch (error) {
    throw usageError(`${inOneLine(name)}: ${inOneLine((error as Error).message)}`);
  }
}

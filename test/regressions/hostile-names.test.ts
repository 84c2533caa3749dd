import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { escapeMarkdown, escapeMessage } from '../../cli/reports/escape.ts';
import { inOneLine, tame, toPrintableJson } from '../../cli/subjects/one-line.ts';
import { useFolder } from '../cli/in-folder.ts';
import { makeBoxes } from '../cli/make-boxes.ts';
import { run } from '../cli/run.ts';

const COMMANDS = [
  '##vso[task.setvariable variable=x]1',
  '##[error]x',
  '##teamcity[buildStatus status=x]',
  '::error file=x::y',
  '  ::set-env name=x::y',
  'x\n::error::y',
  'glb.\u202egnp',
  '\u2066x\u200b\u001b[2J',
];

/** What a log or a terminal would take for a command, or show otherwise than it is. */
function findCommands(text: string): string[] {
  const wrong =
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    /##(?:vso|teamcity)?\[|^\s*::|[\u202a-\u202e\u2066-\u2069\u200b]|\u001b(?!\[[0-9;]*m)|[\u0000-\u0008\u000b-\u001a]/gim;
  return text.match(wrong) ?? [];
}

useFolder(() => {
  mkdirSync('##[group]');
});

describe('names from files', () => {
  it.each(COMMANDS)('%j is no command in any line that is printed', async name => {
    expect(findCommands(inOneLine(name))).toEqual([]);
    expect(inOneLine(inOneLine(name))).toBe(inOneLine(name));
    const wall = { name, size: [1, 1, 1] as [number, number, number], at: [0, 0, 0] as [number, number, number] };
    const ram = {
      ...wall,
      name: `${name} 2`,
      keys: [
        [3, 0.1, 0.2],
        [-3, 0.1, 0.2],
      ] as [number, number, number][],
    };
    const files = [`##[group]/${name.replaceAll('/', '')}.gltf`, `##[group]/${name.replaceAll('/', '')}-broken.gltf`];
    writeFileSync(files[0], makeBoxes([wall, ram], name));
    writeFileSync(files[1], `{ "asset": { "version": ${JSON.stringify(name)} } }`);
    for (const args of [
      ['check', ...files, '--all'],
      ['check', ...files, '--json'],
      ['check', files[0], '--clip', name],
      ['check', ...files, '--shard', '1/1', '--json'],
      ['inspect', ...files],
      ['inspect', ...files, '--json'],
      ['bounds', ...files],
      ['plan', ...files],
      ['merge', files[0]],
      ['check', files[0], '--config', files[1]],
    ]) {
      const { out, err } = await run(args);
      expect([args.join(' '), ...findCommands(out), ...findCommands(err)]).toEqual([args.join(' ')]);
    }
  });

  it('keep their values in JSON', () => {
    expect(JSON.parse(toPrintableJson(COMMANDS))).toEqual(COMMANDS);
    expect(findCommands(toPrintableJson(COMMANDS, 2))).toEqual([]);
    expect(tame(toPrintableJson(COMMANDS, 2))).toBe(toPrintableJson(COMMANDS, 2));
  });

  it('that look like commands and are none stay: a namespace, a hash', () => {
    for (const name of ['Model::Hips', 'mixamorig:Hips', 'a # b', '#1', '👩‍🚀 ünï']) expect(inOneLine(name)).toBe(name);
  });

  it('make no links in Markdown and SARIF', () => {
    const name = '[x](https://evil.example) https://evil.example www.evil.example a@evil.example @someone';
    const text = escapeMarkdown(name);
    expect(text).not.toMatch(/https?:\/\/|www\.|@\w|(?<!\\)\[/);
    expect(text).toContain('https\\:&#8203;//evil.example');
    expect(escapeMessage('\\[x](https://evil.example)')).toBe('\\\\\\[x\\](https://evil.example)');
    expect([escapeMessage('a\u202eb'), escapeMarkdown('a\u202eb')]).toEqual(['a\ufffdb', 'a\ufffdb']);
  });
});

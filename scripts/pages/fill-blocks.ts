import { blocks } from './blocks.ts';
import type { Measured } from './read-results.ts';

const block = /(<!-- results:(\S+) -->\n)[\s\S]*?(<!-- \/results -->)/g;

/** The page with its generated parts as they should be; the rest is left as it is. */
export function fillBlocks(page: string, text: string, measured: Measured): string {
  return text.replace(block, (_, head: string, name: string, tail: string) => {
    const write = blocks[name];
    if (!write)
      throw new Error(`fillBlocks: ${page} has a block '${name}'; there are ${Object.keys(blocks).join(', ')}.`);
    return `${head}\n${write(measured).join('\n')}\n\n${tail}`;
  });
}

/** The page without its generated parts and without code: what people typed. */
export function typedText(text: string): string {
  return text
    .replace(block, '')
    .replace(/```[\s\S]*?```/g, '')
    .replace(/`[^`\n]*`/g, '');
}

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileAssembly, readFrom, writeModule } from '../../scripts/compile/compile-module.ts';

describe('the compiled query', () => {
  it('is what its sources compile to: `npm run compile` was not forgotten', async () => {
    const written = readFileSync('src/compiled/module.ts', 'utf8');
    expect(writeModule(await compileAssembly(readFrom('src/compiled/assembly'))) === written).toBe(true);
  });
});

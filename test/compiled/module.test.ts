import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileAssembly, modules, writeModule } from '../../scripts/compile/compile-module.ts';

describe('the compiled query', () => {
  it.each(modules)('$entry is what its sources compile to: `npm run compile` was not forgotten', async module => {
    const { entry, file, name } = module;
    expect(writeModule(await compileAssembly(entry), entry, name) === readFileSync(file, 'utf8')).toBe(true);
  });
});

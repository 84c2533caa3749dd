import { writeFileSync } from 'node:fs';
import { compileAssembly, readFrom, writeModule } from './compile-module.ts';

const binary = await compileAssembly(readFrom('src/compiled/assembly'));
writeFileSync('src/compiled/module.ts', writeModule(binary));
console.log(`src/compiled/module.ts: ${binary.length} bytes`);

import { writeFileSync } from 'node:fs';
import { compileAssembly, writeModule } from './compile-module.ts';

const binary = compileAssembly('src/compiled/assembly');
writeFileSync('src/compiled/module.ts', writeModule(binary));
console.log(`src/compiled/module.ts: ${binary.length} bytes`);

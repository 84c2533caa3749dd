import { writeFileSync } from 'node:fs';
import { compileAssembly, modules, writeModule } from './compile-module.ts';

for (const { entry, file, name } of modules) {
  const binary = await compileAssembly(entry);
  writeFileSync(file, writeModule(binary, entry, name));
  console.log(`${file}: ${binary.length} bytes`);
}

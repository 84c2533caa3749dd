import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A block of code of a page, and the names it uses without saying where they come from. */
export interface Snippet {
  /** The page and the number of the block in it. */
  name: string;
  code: string;
  /** Declarations a reader will guess. */
  given: string;
  /** 'tsx' if elements are written in it. */
  ending?: 'ts' | 'tsx';
}

/** All TypeScript and JavaScript of a page: what is shown as JavaScript is to be TypeScript as well. */
export function listSnippets(root: string, page: string, given: readonly string[] = []): Snippet[] {
  const blocks = readFileSync(join(root, page), 'utf8').matchAll(
    /^```(ts|js|tsx|typescript|javascript)\n([\s\S]*?)^```$/gm,
  );
  return [...blocks].map(([, language, code], k) => ({
    ...{ name: `${page}#${k + 1}`, code, given: given[k] ?? '', ending: language === 'tsx' ? 'tsx' : 'ts' },
  }));
}

/** Modules that come without types, as users declare them: what a bundler makes of a file, and a decoder. */
const MODULES = `
declare module '*?url' { const url: string; export default url; }
declare module 'draco3dgltf' {
  const draco: { createDecoderModule(options?: object): Promise<unknown> };
  export default draco;
}`;

/** What TypeScript's strict mode says against the snippets, one line for each complaint; all of them in one program. */
export function checkSnippets(root: string, snippets: readonly Snippet[]): string[] {
  const texts = new Map(
    snippets.map(({ code, given, ending = 'ts' }, k) => [
      join(root, 'docs', `snippet-${k}.${ending}`),
      `${given}\n${code}\nexport {};\n`,
    ]),
  );
  texts.set(join(root, 'docs', 'snippet-modules.d.ts'), MODULES);
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    jsx: ts.JsxEmit.ReactJSX,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: ['node'],
    paths: {
      poseclash: [join(root, 'src/index.ts')],
      'poseclash/*': [join(root, 'src/*/index.ts')],
    },
  };
  const host = ts.createCompilerHost(options);
  host.getCurrentDirectory = () => root;
  const { fileExists, getSourceFile, readFile } = host;
  host.fileExists = path => texts.has(path) || fileExists.call(host, path);
  host.readFile = path => texts.get(path) ?? readFile.call(host, path);
  host.getSourceFile = (path, ...rest) => {
    const text = texts.get(path);
    if (text === undefined) return getSourceFile.call(host, path, ...rest);
    return ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  return snippets.flatMap(({ name, ending = 'ts' }, k) => {
    const file = program.getSourceFile(join(root, 'docs', `snippet-${k}.${ending}`))!;
    const faults = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return faults.map(({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  });
}

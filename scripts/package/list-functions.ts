import { join, relative } from 'node:path';
import ts from 'typescript';
import { listLibraryEntries } from './build-library.ts';

/** A function that users can import. */
export interface PublicFunction {
  /** The entry point in package.json: '.', './check', ... */
  entry: string;
  name: string;
  /** Where it is declared, from the root of the repository. */
  file: string;
  /** Its comment as it stands in the source, '' if there is none. */
  comment: string;
  /** Where the declaration and its comment begin in the file. */
  start: number;
  commentStart: number;
}

/** All functions that the entry points of package.json export, as the compiler sees them. */
export function listFunctions(root: string): PublicFunction[] {
  const names = listLibraryEntries(root);
  const entries = names.map(name => [`./${name}`.replace(/\/index$/, ''), join(root, 'src', `${name}.ts`)] as const);
  const options = { allowImportingTsExtensions: true, noEmit: true, noResolve: false, noLib: true, types: [] };
  const resolution = { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext };
  const files = entries.map(([, file]) => file);
  const program = ts.createProgram(files, { ...options, ...resolution });
  const checker = program.getTypeChecker();
  return entries.flatMap(([entry, file]) => {
    const symbol = checker.getSymbolAtLocation(program.getSourceFile(file)!);
    return checker.getExportsOfModule(symbol!).flatMap(exported => {
      const target = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      const declaration = target.declarations?.find(ts.isFunctionDeclaration);
      return declaration ? [describe(root, entry, exported.name, declaration)] : [];
    });
  });
}

function describe(root: string, entry: string, name: string, declaration: ts.FunctionDeclaration): PublicFunction {
  const source = declaration.getSourceFile();
  const comments = ts.getLeadingCommentRanges(source.text, declaration.getFullStart()) ?? [];
  const last = comments.findLast(({ pos }) => source.text.startsWith('/**', pos));
  return {
    entry,
    name,
    file: relative(root, source.fileName).replaceAll('\\', '/'),
    comment: last ? source.text.slice(last.pos, last.end) : '',
    start: declaration.getStart(source),
    commentStart: last?.pos ?? declaration.getStart(source),
  };
}

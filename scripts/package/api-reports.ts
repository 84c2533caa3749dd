import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import type { Staged } from './stage-package.ts';

/** Name of an entry point's report: `./models/reduced` has models-reduced.api.md. */
export function reportName(entry: string): string {
  return `${entry === '.' ? 'index' : entry.slice(2).replaceAll('/', '-')}.api.md`;
}

/** Entry points with types, and where these are. */
export function listEntries({ folder, manifest }: Staged): [entry: string, types: string][] {
  return Object.entries(manifest.exports).flatMap(([entry, target]) =>
    typeof target === 'string' ? [] : [[entry, join(folder, target.types)] as [string, string]],
  );
}

/**
 * Writes what every entry point offers, by API Extractor: one file each, so that a change of the public API is seen in
 * review. One compilation serves all of them. Returns the texts by file name.
 */
export function writeApiReports(staged: Staged, folder: string, scratch: string): Map<string, string> {
  mkdirSync(folder, { recursive: true });
  const entries = listEntries(staged);
  const files = entries.map(([, types]) => types);
  const silent = { default: { logLevel: ExtractorLogLevel.None } };
  let compilerState: CompilerState | undefined;
  const reports = new Map<string, string>();
  for (const [entry, types] of entries) {
    const reportFileName = reportName(entry);
    const config = ExtractorConfig.prepare({
      configObjectFullPath: undefined,
      packageJsonFullPath: join(staged.folder, 'package.json'),
      configObject: {
        projectFolder: staged.folder,
        mainEntryPointFilePath: types,
        newlineKind: 'lf',
        compiler: { overrideTsconfig: { compilerOptions: compilerOptions, files } },
        apiReport: { enabled: true, reportFileName, reportFolder: folder, reportTempFolder: scratch },
        docModel: { enabled: false },
        dtsRollup: { enabled: false },
        tsdocMetadata: { enabled: false },
        messages: {
          extractorMessageReporting: silent,
          tsdocMessageReporting: silent,
          compilerMessageReporting: silent,
        },
      },
    });
    compilerState ??= CompilerState.create(config, { additionalEntryPoints: files });
    const { errorCount } = Extractor.invoke(config, {
      localBuild: true,
      compilerState,
      messageCallback: message => {
        message.handled = message.logLevel !== ExtractorLogLevel.Error;
      },
    });
    if (errorCount > 0) throw new Error(`writeApiReports: API Extractor cannot read ${types}; its message is above.`);
    reports.set(reportFileName, readFileSync(join(folder, reportFileName), 'utf8'));
  }
  return reports;
}

const compilerOptions = {
  target: 'ES2022',
  lib: ['ES2023', 'DOM'],
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  types: ['node'],
  strict: true,
  skipLibCheck: true,
};

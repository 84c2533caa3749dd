import pc from 'picocolors';
import type { AssetReport, CheckReport, ClipReport, Finding, FixedFinding } from '../src/check/index.ts';
import { countContacts, groupContacts } from './reports/contacts.ts';
import {
  count,
  describeAsset,
  listNotes,
  nameBoth,
  sayClipTime,
  sayComparison,
  sayFinding,
  sayRest,
} from './reports/words.ts';
import { inOneLine } from './subjects/one-line.ts';

export interface PrintOptions {
  hasColors: boolean;
  /** List creases and suppressed findings one by one too. */
  listsAll: boolean;
}

type Colors = ReturnType<typeof pc.createColors>;

/**
 * A report for people: a paragraph for each asset, a line for each clip, and one for each contact in it, the deepest first. Assets
 * that could not be checked are only counted.
 */
export function printReport(report: CheckReport, options: PrintOptions): string {
  const colors = pc.createColors(options.hasColors);
  const checked = report.assets.filter(({ error }) => error === undefined);
  if (checked.length === 0) return 'nothing could be checked';
  const fixed = report.comparison?.fixed ?? [];
  const assets = checked.map(asset => printAsset(asset, fixed, colors, options.listsAll));
  return [...assets.map(lines => lines.join('\n')), printSummary(report, colors)].join('\n\n');
}

function printAsset(asset: AssetReport, fixed: readonly FixedFinding[], colors: Colors, listsAll: boolean): string[] {
  const lines = [`${colors.bold(inOneLine(asset.name))}  ${colors.dim(describeAsset(asset))}`];
  const width = Math.max(8, ...asset.clips.map(({ name }) => name.length));
  for (const clip of asset.clips) {
    lines.push(`  ${clip.name.padEnd(width)}  ${sayClipTime(clip).padStart(8)}  ${describeClip(clip, colors)}`);
    lines.push(...printFindings(clip, colors, listsAll));
    const gone = fixed.filter(one => one.asset === asset.name && one.clip === clip.name);
    lines.push(...gone.map(({ finding }) => `    ${colors.green('+')} fixed: ${sayFinding(finding)}`));
  }
  const rest = sayRest(asset);
  if (rest) lines.push(colors.dim(`  suppressed: ${rest}`));
  for (const note of listNotes(asset)) lines.push(`  ${colors.yellow('note')}: ${inOneLine(note)}`);
  return lines;
}

function describeClip(clip: ClipReport, colors: Colors): string {
  if (clip.error) {
    const [, what = `: ${clip.error}`] = /^not checked(.*)$/s.exec(clip.error) ?? [];
    return colors.red('not checked') + inOneLine(what);
  }
  const counting = clip.findings.filter(({ suppressed }) => !suppressed);
  const through = groupContacts(counting.filter(finding => finding.class === 'through')).length;
  const creases = groupContacts(counting.filter(finding => finding.class === 'crease')).length;
  const suppressed = clip.findings.length - counting.length;
  const parts = [
    through > 0 ? colors.red(count(through, 'collision')) : '',
    creases > 0 ? colors.yellow(count(creases, 'crease')) : '',
    suppressed > 0 ? colors.dim(`${suppressed} suppressed`) : '',
  ].filter(part => part !== '');
  return parts.length > 0 && through + creases > 0 ? parts.join(', ') : [colors.green('clean'), ...parts].join(', ');
}

function printFindings(clip: ClipReport, colors: Colors, listsAll: boolean): string[] {
  const counting = clip.findings.filter(({ suppressed }) => !suppressed);
  const through = groupContacts(counting.filter(finding => finding.class === 'through'));
  const creases = groupContacts(counting.filter(finding => finding.class === 'crease'));
  const lines = through.map(group => printContact(group, colors.red('x'), 'through', colors));
  if (listsAll || through.length === 0)
    lines.push(...creases.map(group => printContact(group, colors.yellow('~'), 'creases at', colors)));
  if (!listsAll) return lines;
  for (const finding of clip.findings) {
    if (finding.suppressed) lines.push(colors.dim(`    - ${sayFinding(finding, 'and')}  (${finding.suppressed})`));
  }
  return lines;
}

function printContact(group: Finding[], mark: string, verb: string, colors: Colors): string {
  const [first, ...rest] = group;
  const others = [...new Set(rest.map(finding => nameBoth(finding, verb)))];
  const shown = others.slice(0, 2).join(', ') + (others.length > 2 ? `, ${others.length - 2} more` : '');
  return `    ${mark} ${sayFinding(first, verb)}${others.length > 0 ? colors.dim(`; with it ${shown}`) : ''}`;
}

function printSummary({ summary, assets, comparison }: CheckReport, colors: Colors): string {
  const { through, creases, suppressed, errors, clips } = summary;
  const collisions = `${count(countContacts(assets, 'through'), 'collision')} (${count(through, 'pair')} of parts)`;
  const parts = [
    through > 0 ? colors.red(collisions) : colors.green('no collisions'),
    creases > 0 ? colors.yellow(count(countContacts(assets, 'crease'), 'crease')) : '',
    suppressed > 0 ? `${suppressed} suppressed` : '',
  ];
  const failed = errors > 0 ? colors.red(`; ${errors} could not be checked`) : '';
  const since = comparison ? `; since the baseline: ${sayComparison(comparison)}` : '';
  return `${parts.filter(part => part !== '').join(', ')} in ${count(clips, 'clip')}${failed}${since}`;
}

import pc from 'picocolors';
import type { AssetReport, CheckReport, ClipReport, Finding } from '../src/check/index.ts';

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
  const assets = checked.map(asset => printAsset(asset, colors, options.listsAll));
  return [...assets.map(lines => lines.join('\n')), printSummary(report, colors)].join('\n\n');
}

function printAsset(asset: AssetReport, colors: Colors, listsAll: boolean): string[] {
  const lines = [`${colors.bold(asset.name)}  ${colors.dim(describeAsset(asset))}`];
  const width = Math.max(8, ...asset.clips.map(({ name }) => name.length));
  for (const clip of asset.clips) {
    const seconds = `${(clip.end - clip.start).toFixed(2)} s`;
    lines.push(`  ${clip.name.padEnd(width)}  ${seconds.padStart(8)}  ${describeClip(clip, colors)}`);
    lines.push(...printFindings(clip, colors, listsAll));
  }
  const restPairs = asset.rest.reduce((sum, { pairs }) => sum + pairs, 0);
  if (restPairs > 0) {
    lines.push(
      colors.dim(
        `  suppressed: ${count(restPairs, 'pair')} of triangles, between ${count(asset.rest.length, 'pair')} of parts, ` +
          'already touch in the rest pose',
      ),
    );
  }
  for (const gap of asset.gaps) lines.push(`  ${colors.yellow('note')}: ${gap}`);
  for (const { name, pieces, closedPieces, flaws } of asset.bodies) {
    if (closedPieces === pieces) continue;
    const open = pieces - closedPieces;
    const which = pieces === 1 ? 'is' : `has ${count(open, 'piece')} of ${pieces} that ${open === 1 ? 'is' : 'are'}`;
    const why = `depth there is told by triangles, not by what is inside (${flaws[0]})`;
    lines.push(`  ${colors.yellow('note')}: ${name} ${which} not closed: ${why}`);
  }
  return lines;
}

function describeAsset({ height, metres, bodies, clips }: AssetReport): string {
  const triangles = bodies.reduce((sum, body) => sum + body.triangles, 0);
  const joints = Math.max(0, ...bodies.map(body => body.joints));
  const parts = [
    `${(height * metres).toPrecision(3)} m high`,
    bodies.length > 1 ? `${bodies.length} bodies` : '',
    `${triangles.toLocaleString('en')} triangles`,
    joints > 1 ? `${joints} joints` : '',
    count(clips.length, 'clip'),
  ];
  return parts.filter(part => part !== '').join(', ');
}

function describeClip(clip: ClipReport, colors: Colors): string {
  if (clip.error) return `${colors.red('not checked')}: ${clip.error}`;
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
    if (finding.suppressed) lines.push(colors.dim(`    - ${printOne(finding, 'and')}  (${finding.suppressed})`));
  }
  return lines;
}

/** Findings of one contact together, the deepest first; contacts by their deepest. */
function groupContacts(findings: Finding[]): Finding[][] {
  const groups = new Map<number, Finding[]>();
  for (const finding of findings) groups.set(finding.contact, [...(groups.get(finding.contact) ?? []), finding]);
  const byDepth = (p: Finding, q: Finding): number => q.depth.model - p.depth.model || p.start - q.start;
  return [...groups.values()].map(group => group.sort(byDepth)).sort((p, q) => byDepth(p[0], q[0]));
}

function printContact(group: Finding[], mark: string, verb: string, colors: Colors): string {
  const [first, ...rest] = group;
  const others = [...new Set(rest.map(finding => nameBoth(finding, verb)))];
  const shown = others.slice(0, 2).join(', ') + (others.length > 2 ? `, ${others.length - 2} more` : '');
  return `    ${mark} ${printOne(first, verb)}${others.length > 0 ? colors.dim(`; with it ${shown}`) : ''}`;
}

function printOne(finding: Finding, verb: string): string {
  const { start, end, worst, depth } = finding;
  const deep = `${depth.mm < 1000 ? `${toThree(depth.mm)} mm` : `${toThree(depth.mm / 1000)} m`} (${toThree(depth.percent)} %)`;
  return `${nameBoth(finding, verb)}  ${start.toFixed(3)} - ${end.toFixed(3)} s, worst at ${worst.toFixed(3)} s: ${deep} deep`;
}

function nameBoth({ a, b }: Finding, verb: string): string {
  if (a.body !== b.body) return `${nameOf(a)} ${verb} ${nameOf(b)}`;
  return `${a.joint} ${verb} ${a.joint === b.joint ? 'itself' : b.joint}`;
}

function nameOf({ body, joint }: Finding['a']): string {
  return body === joint ? body : `${body}/${joint}`;
}

function toThree(x: number): string {
  return x >= 100 ? x.toFixed(0) : x >= 10 ? x.toFixed(1) : x.toFixed(2);
}

function printSummary({ summary, assets }: CheckReport, colors: Colors): string {
  const { through, creases, suppressed, errors, clips } = summary;
  const countContacts = (kind: Finding['class']): number =>
    assets
      .flatMap(asset => asset.clips)
      .map(clip => groupContacts(clip.findings.filter(f => !f.suppressed && f.class === kind)).length)
      .reduce((a, b) => a + b, 0);
  const collisions = `${count(countContacts('through'), 'collision')} (${count(through, 'pair')} of parts)`;
  const parts = [
    through > 0 ? colors.red(collisions) : colors.green('no collisions'),
    creases > 0 ? colors.yellow(count(countContacts('crease'), 'crease')) : '',
    suppressed > 0 ? `${suppressed} suppressed` : '',
  ];
  const failed = errors > 0 ? colors.red(`; ${errors} could not be checked`) : '';
  return `${parts.filter(part => part !== '').join(', ')} in ${count(clips, 'clip')}${failed}`;
}

function count(n: number, word: string): string {
  return `${n.toLocaleString('en')} ${word}${n === 1 ? '' : 's'}`;
}

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Source } from '../../cli/units/bundle.ts';
import { findRoot } from '../harness/model-folder.ts';

/**
 * What a person sees in a finding: 'real' is worth a look; 'trivial' is there, but nobody would send it back; 'hidden' is seen from nowhere;
 * 'design' was made so; 'crease' is flesh that folds at a joint; 'nonsense' is not to be seen at all.
 */
export type Label = 'real' | 'trivial' | 'hidden' | 'design' | 'crease' | 'nonsense';

/** One finding that was looked at in pictures: of which file, where and when. */
export interface Labelled {
  clip: string;
  a: { body: string; joint: string };
  b: { body: string; joint: string };
  /** In seconds: the moment of the pictures. */
  time: number;
  label: Label;
}

/**
 * Rules were tuned on `tune`; `apart` was looked at when they stood; files of one family are in one of both. `later` are poses that nobody has animated (joints flexed, clips of
 * other files, and files that were in neither): lines of the first list, labelled before any rule was changed for them. `fresh` and `kept` are more of these, of other files or with other
 * clips, drawn when the rules of decision 36 stood, by families: all lines of the first list (at most 14 of a file), each looked at twice from two sides, and a few of the others, looked at
 * once. The first rule of decision 49 was made with `fresh`, the second with `kept` too; `last` (all at most 10 of a file, looked at once) was drawn after both. `strangers` and `after` were told by two people
 * each who know nothing of the rules: each finding is there twice. Those of decision 58 were made with `strangers`; `after` was drawn when they stood.
 * `unseen` was drawn when the rules of decision 64 stood, and told by two others in the same way: what those rules make of files that had no part in them; some of their models had been in earlier sets with other clips.
 */
export type LabelSet = 'tune' | 'apart' | 'later' | 'fresh' | 'kept' | 'last' | 'strangers' | 'after' | 'unseen';

export interface LabelledFile {
  file: string;
  /** SHA-256 of its bytes; empty for the built-in character. */
  hash: string;
  set: LabelSet;
  /** What it plays besides its own clips, and which clips were looked at, at how many samples a second; all, at 30, by default. */
  flex?: boolean;
  motion?: { file: string; hash: string };
  clips?: string[];
  fps?: number;
  findings: Labelled[];
}

const ROOT = findRoot(fileURLToPath(new URL('.', import.meta.url)));

export function readLabels(): LabelledFile[] {
  return JSON.parse(readFileSync(join(ROOT, 'bench/triage/labels.json'), 'utf8'));
}

/** Where the files are: beside the repository, in one of two folders. Null if it is not there, or another. */
function findLabelled({ file, hash }: Pick<LabelledFile, 'file' | 'hash'>): string | null {
  for (const folder of ['gltf', 'gltf-more']) {
    const path = join(ROOT, '..', 'shared', 'data', folder, file);
    if (existsSync(path) && createHash('sha256').update(readFileSync(path)).digest('hex') === hash) return path;
  }
  return null;
}

/** What is to be checked, with what it plays; null if one of its files is not there, or another. */
export function sourceOf(labelled: Pick<LabelledFile, 'file' | 'hash' | 'flex' | 'motion'>): Source | null {
  const { file, flex, motion } = labelled;
  const [path, other] = [findLabelled(labelled), motion ? findLabelled(motion) : null];
  if (path === null || (motion && other === null)) return null;
  return { name: file, kind: 'single', paths: [path], flex, ...(other !== null && { motions: [other] }) };
}

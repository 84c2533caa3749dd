import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckReport } from '../../src/check/index.ts';
import type { Io } from '../io.ts';
import { sayError } from '../subjects/one-line.ts';
import { choosePictures, type Picture } from './choose-pictures.ts';
import { NO_MODELS, toComment, toFailure } from './comment.ts';
import { type Ask, askGithub, commitFiles, findComment, putComment, type Upload } from './github.ts';
import type { Workflow } from './workflow.ts';

/** What there is to tell: a report, why there is none, or null if no model has changed. */
export type Found = CheckReport | { failure: string } | null;

export interface Telling {
  /** What the comment begins with. */
  mark: string;
  /** Where the pictures are that --thumbs has written. */
  thumbs: string;
  /** The branch that pictures are put on; null: the comment has none. */
  branch: string | null;
  /** Whether a comment is wanted. */
  comments: boolean;
}

/**
 * Tells a pull request what was found: by one comment, which is written over by every later run. Where there is no pull request, or the
 * token may not comment, as that of a fork, the page of the run tells it instead. That no model has changed is told only where
 * something else was told before. Returns the text; whatever goes wrong costs a warning.
 */
export async function tellGithub(
  found: Found,
  workflow: Workflow,
  { mark, thumbs, branch, comments }: Telling,
  io: Io,
): Promise<string> {
  const { pull, token, summary, page } = workflow;
  const report = found && 'assets' in found ? found : null;
  const plain = found ? ('assets' in found ? toComment(found, new Map(), page) : toFailure(found.failure)) : NO_MODELS;
  let text = plain;
  if (comments && pull !== null && token !== null) {
    const ask = askGithub(workflow);
    try {
      const known = await findComment(ask, pull, mark);
      if (!found && known === null) return plain;
      if (report) text = toComment(report, await publish(report, ask, workflow, { thumbs, branch }, io), page);
      await putComment(ask, pull, known, `${mark}\n${text}`);
      return text;
    } catch (error) {
      io.warn(`poseclash: no comment was written: ${sayError(error)}; the page of the run has it`);
    }
  }
  if (summary !== null) {
    await appendFile(summary, `${plain}\n`).catch(error =>
      io.warn(`poseclash: no summary was written: ${sayError(error)}`),
    );
  }
  return plain;
}

/** Puts the pictures where a comment can show them from; without those that are not there, and without any where that is refused. */
async function publish(
  report: CheckReport,
  ask: Ask,
  { server, repository }: Workflow,
  { thumbs, branch }: Pick<Telling, 'thumbs' | 'branch'>,
  io: Io,
): Promise<Map<Picture, string>> {
  const addresses = new Map<Picture, string>();
  if (branch === null) return addresses;
  const uploads: Upload[] = [];
  const pictures: Picture[] = [];
  for (const picture of choosePictures(report)) {
    const bytes = await readFile(join(thumbs, picture.name)).catch(() => null);
    if (!bytes) continue;
    pictures.push(picture);
    uploads.push({ name: picture.name, bytes });
  }
  if (uploads.length === 0) return addresses;
  try {
    const commit = await commitFiles(ask, branch, uploads);
    for (const picture of pictures) {
      addresses.set(picture, `${server}/${repository}/blob/${commit}/${picture.name}?raw=true`);
    }
  } catch (error) {
    io.warn(`poseclash: the comment has no pictures: ${sayError(error)} (they need 'contents: write')`);
  }
  return addresses;
}

import type { PageAsset } from '../cli/reports/page-data.ts';
import type { CheckReport } from '../src/check/index.ts';

/** A file that was dropped. */
export interface Dropped {
  name: string;
  bytes: ArrayBuffer;
}

/** What the worker is asked: to check some files, or the built-in character if there are none. */
export type Order = Dropped[];

/** What it says: how far it is, and what it found. Whatever goes wrong with a file is in the report. */
export type Reply = { share: number; at: string } | { report: CheckReport; assets: PageAsset[] } | { fault: string };

import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import type { Report, Row, Target } from './report.ts';

/** Where and when numbers were measured. */
export interface Environment {
  node: string;
  platform: string;
  cpu: string;
  cores: number;
}

/** A file of bench/results: all that docs/results.md says comes from these. */
export interface Result {
  bench: string;
  title: string;
  date: string;
  isQuick: boolean;
  seconds: number;
  environment: Environment;
  targets: Target[];
  rows: Row[];
}

export function resultFile(bench: string): string {
  return `bench/results/${bench}.json`;
}

/** One line for each row and target, six digits, so that a later run compares line by line. */
export function writeResult(
  file: string,
  head: { bench: string; title: string },
  { isQuick, seconds }: { isQuick: boolean; seconds: number },
  { rows, targets }: Report,
): void {
  const about = {
    ...head,
    date: new Date().toISOString().slice(0, 10),
    isQuick,
    seconds: Math.round(seconds),
    environment: describeEnvironment(),
  };
  const list = (items: readonly object[]): string =>
    items.map(item => `    ${JSON.stringify(item, shorten)}`).join(',\n');
  const text = JSON.stringify(about, null, 2).slice(0, -2);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${text},\n  "targets": [\n${list(targets)}\n  ],\n  "rows": [\n${list(rows)}\n  ]\n}\n`);
}

function shorten(_: string, value: unknown): unknown {
  return typeof value === 'number' && Number.isFinite(value) ? Number(value.toPrecision(6)) : value;
}

function describeEnvironment(): Environment {
  const all = cpus();
  return {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
  };
}

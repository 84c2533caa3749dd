import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import { doUnits, type Settings, sayFailure, sizeSource } from '../pool/check-sources.ts';
import type { Source } from '../units/bundle.ts';
import { cutUnits } from '../units/cut-units.ts';
import { sightOptions } from '../units/unit.ts';
import { assetKey, type Connection, MOST_PACKED, runKey } from './connect.ts';
import { packBundle } from './pack-bundle.ts';
import { jobId, type RunRecord, type UnitJob } from './run-record.ts';

/** Tries of a job, on whatever machine, and the pause before the second, which doubles for each more. */
const ATTEMPTS = 3;
const PAUSE = 1000;

/**
 * Puts the units of a check into the queue, and what they are of into Redis: each asset once, by its content, for `keep` seconds.
 * Outlines are made here. Returns the name of the run, by which its report can be had until then.
 */
export async function enqueueSources(
  sources: readonly Source[],
  settings: Settings,
  connection: Connection,
  queue: Queue,
  keep: number,
  onProgress: (share: number, text: string) => void,
): Promise<{ run: string; record: RunRecord; jobs: number }> {
  const run = randomUUID().slice(0, 8);
  const { options, metres, engine } = settings;
  const record: RunRecord = { format: 'poseclash-run', version: 1, engine, options, metres, assets: [] };
  let jobs = 0;
  for (const [k, source] of sources.entries()) {
    onProgress(k / sources.length, source.name);
    const { name } = source;
    try {
      const sized = await sizeSource(source, settings);
      const { hash } = sized.bundle;
      await storeBundle(connection, sized.bundle, keep);
      const [outlineUnit, ...units] = cutUnits(sized.size, options);
      const { outline, error } = await doUnits(sized, [outlineUnit], settings);
      record.assets.push({ name, hash, work: { size: sized.size, outline, error } });
      if (error !== null) continue;
      const sight = sightOptions(options, metres);
      await queue.addBulk(
        units.map(({ stretches }, u) => ({
          name: 'unit',
          data: {
            format: 'poseclash-unit',
            version: 1,
            engine,
            unit: { asset: hash, options: sight, stretches },
          } satisfies UnitJob,
          opts: {
            jobId: jobId(run, k, u + 1),
            attempts: ATTEMPTS,
            backoff: { type: 'exponential', delay: PAUSE },
            removeOnComplete: { age: keep },
            removeOnFail: { age: keep },
          },
        })),
      );
      jobs += units.length;
    } catch (error) {
      record.assets.push({ name, hash: '', error: sayFailure(error) });
    }
  }
  await connection.redis.set(runKey(run), JSON.stringify(record), 'EX', keep);
  return { run, record, jobs };
}

async function storeBundle(
  { redis }: Connection,
  bundle: Parameters<typeof packBundle>[0],
  keep: number,
): Promise<void> {
  const key = assetKey(bundle.hash);
  if (await redis.expire(key, keep)) return; // it is there already, and stays for longer now
  const packed = packBundle(bundle);
  if (packed.length > MOST_PACKED) {
    throw new Error(
      `it has ${packed.length} bytes with its buffers; the queue takes up to ${MOST_PACKED}: use check, with --shard for more machines`,
    );
  }
  await redis.set(key, packed, 'EX', keep);
}

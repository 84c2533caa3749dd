import { insist } from '../store/patience.ts';
import { DamagedError, fetchBytes, fetchJson } from '../store/store.ts';
import type { Bundle } from '../units/bundle.ts';
import { cutUnits } from '../units/cut-units.ts';
import { scanOptions, type Unit } from '../units/unit.ts';
import { isRunRecord } from '../units/validate.ts';
import type { Desk } from './enqueue.ts';
import { unpackBundle } from './pack-bundle.ts';
import { groupUnits, type RunAsset, type UnitJob } from './run-record.ts';
import type { RunHead } from './run-table.ts';
import { isSealed } from './seal.ts';
import { createShelf } from './shelf.ts';

/** Assets whose bytes are kept between jobs, and runs whose records are. */
const MOST_BUNDLES = 4;
const MOST_RECORDS = 8;

/** What a job asks for, as its run says. */
export interface Order {
  asset: RunAsset;
  units: Unit[];
}

/** Reads what jobs are about from the store, each once. */
export interface OrderReader {
  /** The units of a job; a text if the job is no good; null if the record of its run is not in this store. */
  readOrder(job: UnitJob, head: RunHead): Promise<Order | string | null>;
  /** The bytes of its asset; null if they are not there, or not what they were. */
  fetchBundle(asset: RunAsset): Promise<Bundle | null>;
}

export function createOrderReader({ store, key, patience }: Desk, engine: string): OrderReader {
  const bundles = createShelf<Bundle>(MOST_BUNDLES);
  const records = createShelf<{ value: unknown }>(MOST_RECORDS);
  const fetchAgain = async <Value>(fetch: () => Promise<Value | null>): Promise<Value | null> =>
    insist(fetch, patience, isDamaged).catch(nothingIfDamaged);
  return {
    async readOrder(job, { record: hash, seal }) {
      if (!isSealed(key, job.run, hash, seal)) return 'its run has not the right seal';
      const found = await records.take(hash, async () => {
        const value = await fetchAgain(() => fetchJson(store, hash));
        return value === null ? null : { value };
      });
      if (found === null) return null;
      const record = found.value;
      if (!isRunRecord(record)) return 'what is stored for its run is no run of poseclash';
      if (record.engine !== engine) return 'its run is of another version of poseclash';
      const asset = record.assets[job.asset];
      const pieces = asset?.size && groupUnits(cutUnits(asset.size, record.options))[job.unit];
      if (!pieces) return 'there is no such unit in its run';
      const options = scanOptions(record.options, record.metres);
      return { asset, units: pieces.map(({ stretches }) => ({ asset: asset.hash, options, stretches })) };
    },
    fetchBundle: ({ hash, stored }) =>
      bundles.take(hash, async () => {
        const packed = await fetchAgain(() => fetchBytes(store, stored!));
        return packed && unpackBundle(packed, hash);
      }),
  };
}

const isDamaged = (error: unknown): boolean => error instanceof DamagedError;

function nothingIfDamaged(error: unknown): null {
  if (isDamaged(error)) return null;
  throw error;
}

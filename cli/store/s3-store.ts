import { AwsClient } from 'aws4fetch';
import { createHttpStore, type Send } from './http-store.ts';
import type { Store } from './store.ts';

/** Servers refuse what was signed more than fifteen minutes ago, or ahead, by their clock. */
const MOST_SKEW = 300_000;

/** Of no bytes at all. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/**
 * A bucket of S3, or of what speaks its language: 's3://bucket/folder', with what the tools of AWS read from the environment.
 * The hash of what is sent is signed along, so the server itself refuses bytes that were changed on the way. Signatures carry the
 * time; where the clock of this machine is wrong, that of the server is used.
 */
export function createS3Store(address: string, env: NodeJS.ProcessEnv): Store {
  const [, bucket, folder] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)\/?(.*?)\/*$/i.exec(address) ?? [];
  if (bucket === undefined) throw new Error(`'${address}' is no bucket; give one such as s3://bucket/folder`);
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey) {
    throw new Error('a bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment');
  }
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1';
  const endpoint = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || `https://s3.${region}.amazonaws.com`;
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    sessionToken: env.AWS_SESSION_TOKEN,
    service: 's3',
    region,
    retries: 0,
  });
  const base = [endpoint.replace(/\/+$/, ''), bucket, ...(folder === '' ? [] : [folder])].join('/');
  return { ...createHttpStore(base, createSigned(client)), name: address };
}

function createSigned(client: AwsClient): Send {
  let skew = 0;
  return async (url, init, hash) => {
    const sign = (): Promise<Response> => {
      const datetime = new Date(Date.now() + skew).toISOString().replaceAll(/[:-]|\.\d{3}/g, '');
      const headers = { 'x-amz-content-sha256': init.body ? hash : EMPTY };
      return client.fetch(url, { ...init, headers, aws: { datetime } });
    };
    const response = await sign();
    const ahead = Date.parse(response.headers.get('date') ?? '') - Date.now() - skew;
    if (response.status !== 403 || !(Math.abs(ahead) > MOST_SKEW)) return response;
    skew += ahead;
    return sign();
  };
}

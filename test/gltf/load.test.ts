import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadGltf, readGltf } from '../../src/gltf/index.ts';
import { binaryOf, createArm, jsonOf, toGlb } from './make-glb.ts';

const glb = await toGlb(createArm());
const expected = await readGltf(glb);
const binary = binaryOf(glb);

/** The same file as text, its buffer elsewhere. */
function gltfWith(uri: string): Uint8Array {
  const json = jsonOf(glb);
  json.buffers[0].uri = uri;
  json.images = [{ uri: 'nowhere.png' }]; // looks are not read, so it does not matter that this is missing
  return new TextEncoder().encode(JSON.stringify(json));
}

const files: Record<string, Uint8Array> = {
  'arm.glb': glb,
  'arm.gltf': gltfWith('parts/left%20arm.bin'),
  'parts/left arm.bin': binary,
  'short.gltf': gltfWith('short.bin'),
  'short.bin': binary.slice(0, 100),
  'lost.gltf': gltfWith('lost.bin'),
  'elsewhere.gltf': gltfWith('http://127.0.0.1:9/arm.bin'),
  'inside.gltf': gltfWith('file:///arm.bin'),
};

describe('readGltf', () => {
  it('reads bytes, buffers and views into buffers alike', async () => {
    const shifted = new Uint8Array(glb.length + 7);
    shifted.set(glb, 3);
    expect(await readGltf(shifted.subarray(3, 3 + glb.length))).toEqual(expected);
    expect(await readGltf(glb.slice().buffer)).toEqual(expected);
  });

  it('reads a .gltf with its data inside, or by the reader it is given', async () => {
    const inside = gltfWith(`data:application/octet-stream;base64,${Buffer.from(binary).toString('base64')}`);
    expect(await readGltf(inside)).toEqual(expected);
    const asked: string[] = [];
    const resource = async (uri: string): Promise<ArrayBuffer> => {
      asked.push(uri);
      return binary.slice().buffer;
    };
    expect(await readGltf(gltfWith('arm.bin'), { resource })).toEqual(expected);
    expect(asked).toEqual(['arm.bin']);
  });

  it('does not change the bytes, and keeps none of them', async () => {
    const bytes = glb.slice();
    const asset = await readGltf(bytes);
    expect(bytes).toEqual(glb);
    bytes.fill(0);
    expect(asset).toEqual(expected);
  });
});

describe('loadGltf', () => {
  let folder = '';
  let server: Server;
  let address = '';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gltf #1 '));
    mkdirSync(join(folder, 'parts'));
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
    server = createServer((request, response) => {
      const bytes = files[decodeURIComponent(request.url!.slice('/models/'.length))];
      response.writeHead(bytes ? 200 : 404).end(bytes);
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/models`;
  });

  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  it('reads files by path and by URL, and what they name beside them', async () => {
    expect(await loadGltf(join(folder, 'arm.glb'))).toEqual(expected);
    expect(await loadGltf(join(folder, 'arm.gltf'))).toEqual(expected);
    expect(await loadGltf(pathToFileURL(join(folder, 'arm.gltf')))).toEqual(expected);
    expect(await loadGltf(pathToFileURL(join(folder, 'arm.gltf')).href)).toEqual(expected);
  });

  it('reads from the network', async () => {
    expect(await loadGltf(`${address}/arm.glb`)).toEqual(expected);
    expect(await loadGltf(new URL(`${address}/arm.gltf`))).toEqual(expected);
  });

  it('says what is missing', async () => {
    await expect(loadGltf(`${address}/no.glb`)).rejects.toThrow(
      /^loadGltf: '.*no.glb' cannot be read \(the server answers 404 Not Found\)/,
    );
    await expect(loadGltf(join(folder, 'no.glb'))).rejects.toThrow(/^loadGltf: '.*no.glb' cannot be read \(ENOENT/);
    await expect(loadGltf(join(folder, 'lost.gltf'))).rejects.toThrow(
      /^readGltf: buffers\[0\], 'lost.bin', cannot be read \(ENOENT/,
    );
    await expect(loadGltf(`${address}/lost.gltf`)).rejects.toThrow(
      /'lost.bin', cannot be read \(the server answers 404/,
    );
    await expect(loadGltf(join(folder, 'short.gltf'))).rejects.toThrow(
      /buffers\[0\] must have \d+ bytes and has 100; the file is cut off./,
    );
  });

  it('a local file reaches nothing on the network, and a file of the network nothing local', async () => {
    await expect(loadGltf(join(folder, 'elsewhere.gltf'))).rejects.toThrow(
      'a file read by file: may not name one by http:',
    );
    await expect(loadGltf(`${address}/inside.gltf`)).rejects.toThrow('a file read by http: may not name one by file:');
  });
});

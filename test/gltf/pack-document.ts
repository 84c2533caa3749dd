import { type Document, WebIO } from '@gltf-transform/core';
import { EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization } from '@gltf-transform/extensions';
import draco3d from 'draco3dgltf';
import { MeshoptEncoder } from 'meshoptimizer';
import { toGlb } from './make-glb.ts';

/** As a .glb whose data meshopt has packed. */
export async function packWithMeshopt(
  document: Document,
  method: 'quantize' | 'filter' = 'quantize',
): Promise<Uint8Array> {
  await MeshoptEncoder.ready;
  document
    .createExtension(EXTMeshoptCompression)
    .setRequired(true)
    .setEncoderOptions({ method: method as never });
  const io = new WebIO().registerExtensions([EXTMeshoptCompression, KHRMeshQuantization]);
  return toGlb(document, io.registerDependencies({ 'meshopt.encoder': MeshoptEncoder }));
}

/** As a .glb whose meshes Draco has packed. */
export async function packWithDraco(document: Document): Promise<Uint8Array> {
  const options = { method: KHRDracoMeshCompression.EncoderMethod.EDGEBREAKER, quantizationBits: { POSITION: 14 } };
  document.createExtension(KHRDracoMeshCompression).setRequired(true).setEncoderOptions(options);
  const io = new WebIO().registerExtensions([KHRDracoMeshCompression]);
  return toGlb(document, io.registerDependencies({ 'draco3d.encoder': await draco3d.createEncoderModule() }));
}

/** The decoder of a packed file could not be loaded: says why, and what to do. */
export function decoderMissing(format: string, error: unknown, cure: string): Error {
  const isAbsent = (error as { code?: unknown } | null)?.code === 'ERR_MODULE_NOT_FOUND';
  const reason = isAbsent ? 'it is not installed' : reasonOf(error);
  return new Error(
    `readGltf: the file is compressed with ${format}, whose decoder cannot be loaded (${reason}); ${cure}.`,
  );
}

/** The decoder gave up. */
export function packedDamaged(format: string, error: unknown): Error {
  return new Error(`readGltf: what ${format} has packed cannot be unpacked (${reasonOf(error)}); the file is damaged.`);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

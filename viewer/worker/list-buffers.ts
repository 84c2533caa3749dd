/** The memory of all arrays in a message, each once: it may change hands instead of being copied. */
export function listBuffers(message: unknown): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  const look = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) {
      if (value.buffer instanceof ArrayBuffer && value.byteLength > 0) buffers.add(value.buffer);
    } else if (Array.isArray(value)) value.forEach(look);
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(look);
  };
  look(message);
  return [...buffers];
}

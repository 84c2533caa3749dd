/** As much of WebAssembly as is used here; the library is compiled without the types of browsers. */
export interface WebAssembly {
  Module: new (bytes: Uint8Array) => Module;
  Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  Instance: new (module: Module, imports: { env: { memory: object } }) => { readonly exports: object };
  compile(bytes: Uint8Array): Promise<Module>;
}

/** A program that has been compiled; it may be handed to workers. */
export type Module = object;

/** What this thread has; undefined where it has none. */
export function webAssembly(): WebAssembly | undefined {
  return (globalThis as { WebAssembly?: WebAssembly }).WebAssembly;
}

/** The bytes of a module, from base64. */
export function decode(base64: string): Uint8Array {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
  return bytes;
}

import { inflate } from './inflate.ts';

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

/** A module as it is published: how many bytes it has, and these by DEFLATE and base64: less than half of them (docs/decisions/0047). */
export interface PackedModule {
  size: number;
  packed: string;
}

/** The bytes of a module. */
export function unpack({ size, packed }: PackedModule): Uint8Array {
  const text = atob(packed);
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
  return inflate(bytes, size);
}

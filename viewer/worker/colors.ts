/** Quiet colours of bodies, 0xrrggbb: red is for what touches. */
export const COLORS = {
  sand: 0xd8c3a5,
  slate: 0x93a8ac,
  sage: 0xa9b8a0,
  bone: 0xe6dfd0,
  steel: 0x9fb3c8,
  plum: 0xb3a5b8,
  flesh: 0xd9b09a,
  sea: 0x86a9b8,
  rope: 0xc9ad7c,
} as const;

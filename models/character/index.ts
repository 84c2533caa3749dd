export { type Character, createCharacter } from './character.ts';
export type { CharacterClip } from './key-clip.ts';

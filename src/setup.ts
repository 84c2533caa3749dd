export { type Setup, type SetupOptions, setUp } from './compiled/engine.ts';

export { PoseBvh, type PoseBvhProps } from './pose-bvh.ts';
export { SkinDecal, type SkinDecalProps } from './skin-decal.ts';
export { type ContactHandlers, useContact, useTouches } from './use-contact.ts';

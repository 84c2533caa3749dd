import { _roots } from '@react-three/fiber';
import { probe as probeThree } from './three.js';

/** As with three.js, of what the page has put below its `PoseBvh`; null until the file is loaded and its trees are there. */
export function probe(_page, poses, raysOfPose) {
  const state = _roots.get(document.querySelector('canvas'))?.store.getState();
  let character = null;
  state?.scene.traverse(object => {
    if (object.isSkinnedMesh || object.morphTargetInfluences) character ??= object.parent;
  });
  if (character === null) return null;
  while (character.parent.parent.parent !== null && character.parent.type === 'Group') character = character.parent;
  return probeThree(character, poses, raysOfPose);
}

import type { GltfClip } from '../asset.ts';
import type { ScenePose } from './pose-at.ts';
import { sampleTrack } from './sample-track.ts';

/**
 * Writes the transforms and weights that a clip moves at a time, and leaves the others as they are: clips that move
 * different nodes can be laid over each other. `placeBodies` has the rest follow.
 */
export function sampleClip(clip: GltfClip, time: number, pose: ScenePose): void {
  if (!Number.isFinite(time)) throw new Error(`sampleClip: time is ${time}; give seconds, a finite number.`);
  const { tracks } = clip;
  for (let k = 0; k < tracks.length; k++) {
    const track = tracks[k];
    switch (track.path) {
      case 'translation':
        sampleTrack(track, time, pose.translations, 3 * track.node);
        break;
      case 'rotation':
        sampleTrack(track, time, pose.rotations, 4 * track.node);
        break;
      case 'scale':
        sampleTrack(track, time, pose.scales, 3 * track.node);
        break;
      case 'weights':
        for (let b = 0; b < track.bodies.length; b++) sampleTrack(track, time, pose.bodies[track.bodies[b]].weights, 0);
    }
  }
}

import { type BodyPose, type CheckClip, type CheckSubject, copyPoses } from '../plan/subject.ts';

/** The last pose is the first if no vertex is farther off than this share of the largest coordinate at rest: a matter of rounding keys. */
const NEAR = 1e-3;

/** Whether a clip ends as it begins, so that it may be played round and round: what touches at its end goes on at its beginning. */
export function doesLoop({ bodies, rest }: CheckSubject, clip: CheckClip): boolean {
  if (!(clip.end > clip.start)) return false;
  const [first, last] = [copyPoses(rest), copyPoses(rest)];
  clip.poseAt(clip.start, first);
  clip.poseAt(clip.end, last);
  return bodies.every(({ mesh }, b) => {
    let reach = 0;
    for (const x of mesh.positions) reach = Math.max(reach, Math.abs(x));
    return areNear(first[b], last[b], reach);
  });
}

/** Bounds how far a matrix takes any vertex from where the other does, by its rows. Not a number is not near. */
function areNear(p: BodyPose, q: BodyPose, reach: number): boolean {
  for (let o = 0; o < p.jointMatrices.length; o += 4) {
    let off = Math.abs(q.jointMatrices[o + 3] - p.jointMatrices[o + 3]);
    let stretch = 0;
    for (let k = o; k < o + 3; k++) {
      off += reach * Math.abs(q.jointMatrices[k] - p.jointMatrices[k]);
      stretch += Math.abs(p.jointMatrices[k]);
    }
    if (!(off <= NEAR * reach * stretch)) return false;
  }
  return p.weights.every((weight, k) => Math.abs(q.weights[k] - weight) <= NEAR);
}

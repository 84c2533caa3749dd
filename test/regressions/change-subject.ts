import type { BodyPose, CheckSubject } from '../../src/check/index.ts';
import type { Skeleton } from '../../src/index.ts';
import { createRandom } from '../../src/math/random.ts';

/** The subject with every joint of every body turned to and fro by up to an angle, each about its own axis, and all below it along with it. */
export function addNoise(subject: CheckSubject, degrees: number, seed: number): CheckSubject {
  const random = createRandom(seed);
  const wobbles = subject.bodies.map(({ jointNames }) =>
    jointNames.map(() => ({
      axis: unit([0, 1, 2].map(() => random() - 0.5)),
      rate: 2 * Math.PI * (0.2 + random()),
      phase: 2 * Math.PI * random(),
    })),
  );
  const turn = (poses: readonly BodyPose[], time: number): void => {
    subject.bodies.forEach(({ source }, b) => {
      const skeleton = 'skeleton' in source ? source.skeleton : undefined;
      if (!skeleton) return;
      const angles = wobbles[b].map(({ rate, phase }) => ((degrees * Math.PI) / 180) * Math.sin(rate * time + phase));
      turnJoints(
        skeleton,
        wobbles[b].map(({ axis }) => axis),
        angles,
        poses[b].jointMatrices,
      );
    });
  };
  return {
    ...subject,
    clips: subject.clips.map(clip => ({
      ...clip,
      poseAt: (time, out) => {
        clip.poseAt(time, out);
        turn(out, time);
      },
    })),
  };
}

/** The same clips, played slower. */
export function stretchTime(subject: CheckSubject, factor: number): CheckSubject {
  return {
    ...subject,
    clips: subject.clips.map(clip => ({
      ...clip,
      start: factor * clip.start,
      end: factor * clip.end,
      keyTimes: clip.keyTimes?.map(time => factor * time),
      poseAt: (time, out) => clip.poseAt(Math.min(clip.end, Math.max(clip.start, time / factor)), out),
    })),
  };
}

function unit(axis: number[]): number[] {
  const length = Math.hypot(...axis);
  return axis.map(x => x / length);
}

/** Each joint turns about where it is, then with all joints above. */
function turnJoints({ parents, positions }: Skeleton, axes: number[][], angles: number[], m: Float64Array): void {
  const turns: number[][] = [];
  const turnOf = (j: number): number[] => {
    if (turns[j]) return turns[j];
    const o = 12 * j;
    const at = [0, 1, 2].map(
      r =>
        m[o + 4 * r] * positions[3 * j] +
        m[o + 4 * r + 1] * positions[3 * j + 1] +
        m[o + 4 * r + 2] * positions[3 * j + 2] +
        m[o + 4 * r + 3],
    );
    const own = turnAbout(at, axes[j], angles[j]);
    turns[j] = parents[j] >= 0 ? multiply(turnOf(parents[j]), own) : own;
    return turns[j];
  };
  parents.forEach((_, j) => {
    turnOf(j);
  });
  parents.forEach((_, j) => {
    m.set(multiply(turns[j], [...m.subarray(12 * j, 12 * j + 12)]), 12 * j);
  });
}

function turnAbout(at: number[], [x, y, z]: number[], angle: number): number[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const d = 1 - c;
  const rows = [
    [c + x * x * d, x * y * d - z * s, x * z * d + y * s],
    [y * x * d + z * s, c + y * y * d, y * z * d - x * s],
    [z * x * d - y * s, z * y * d + x * s, c + z * z * d],
  ];
  return rows.flatMap((row, r) => [...row, at[r] - row[0] * at[0] - row[1] * at[1] - row[2] * at[2]]);
}

/** Of two matrices of three rows and four columns. */
function multiply(p: number[], q: number[]): number[] {
  return Array.from({ length: 12 }, (_, k) => {
    const [r, c] = [Math.floor(k / 4), k % 4];
    const sum = p[4 * r] * q[c] + p[4 * r + 1] * q[4 + c] + p[4 * r + 2] * q[8 + c];
    return c === 3 ? sum + p[4 * r + 3] : sum;
  });
}

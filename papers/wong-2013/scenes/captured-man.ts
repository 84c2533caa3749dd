import type { Model } from '../../../models/index.ts';
import { foldJoints } from '../../../models/skeletal/fold-joints.ts';
import { createFineMan, createManPoses } from '../../../models/skeletal/index.ts';
import { createCollider, createShape, posedPositions, setPose } from '../../../src/index.ts';
import { createRandom, type Random, randomDirection } from '../../../src/math/random.ts';
import { fitJoints, listSegments, weightByDistance } from './fit-skeleton.ts';

/** A surface caught frame by frame, and a skeleton that was put into it afterwards: skinning does not give its vertices. */
export interface Capture {
  name: string;
  /** The surface as it was caught at rest; weights and skeleton are fitted to it. */
  model: Model;
  /** Where its vertices are in each frame, in the order of the mesh, and where the fit has the joints, 12 numbers each. */
  frames: Float64Array[];
  poses: Float64Array[];
}

export interface CaptureOptions {
  /** Each joint is set off where it was fitted, as by somebody who places them by eye. */
  byHand?: boolean;
  /** 20,000 unless told, as the paper's man. */
  triangles?: number;
}

/** Metres. Cloth swings in long waves; a scanner sees everything a little off, near places alike, and each vertex by itself. */
const CLOTH = { size: 0.02, length: 0.4, turn: 0.35 };
const SCAN = { size: 0.006, length: 0.12 };
const VERTEX_NOISE = 0.0005;
/** How far from their true places somebody puts joints into the mesh at rest, and again into every frame. */
const PLACED = 0.02;
const PLACED_BY_HAND = 0.01;

/** Bones that whoever puts a skeleton into a scan would not think of. */
const UNSEEN = ['ribs', 'left-clavicle', 'right-clavicle'];

/**
 * The man of the skinned clip as a scanner would bring him: his vertices follow another blend (dual quaternions) of more
 * joints than the fitted skeleton has, his clothes swing, and every frame is off by millimetres. The joints are fitted to
 * the frames one by one; `byHand` sets each of them a centimetre off, every frame another way, as the paper's were.
 */
export function createCapturedMan({ byHand = false, triangles }: CaptureOptions = {}): Capture {
  const actor = createFineMan(triangles);
  const random = createRandom(2013);
  const { skeleton, jointNames } = foldJoints(actor, UNSEEN);
  shake(skeleton.positions, PLACED, random);
  const atRest = actor.mesh.positions;
  const mesh = { positions: atRest.slice(), triangles: actor.mesh.triangles };
  scan(mesh.positions, atRest, random);
  const skin = weightByDistance(mesh.positions, skeleton);
  const segments = listSegments(skin);
  const frames = catchFrames(actor, random);
  const poses = frames.map(frame => {
    const joints = new Float64Array(12 * segments.length);
    fitJoints(mesh, frame, segments, joints);
    if (byHand) shiftJoints(joints, PLACED_BY_HAND, random);
    return joints;
  });
  const name = byHand ? 'man-captured, joints by hand' : 'man-captured';
  return { name, model: { name, mesh, skin, skeleton, jointNames }, frames, poses };
}

/** The actor in each frame of his clip, as the scanner has him. */
function catchFrames(actor: Model, random: Random): Float64Array[] {
  const { mesh, skin, skeleton } = actor;
  const clip = createManPoses(actor);
  const collider = createCollider(createShape(mesh, { kind: 'dual-quaternion-blend', skin, skeleton }));
  const cloth = Array.from({ length: 4 }, () => createWave(CLOTH.length, random));
  return Array.from({ length: clip.steps }, (_, frame) => {
    const jointMatrices = new Float64Array(12 * skin.jointCount);
    clip.write(frame, jointMatrices);
    setPose(collider, { jointMatrices });
    const caught = posedPositions(collider);
    for (const wave of cloth) addWave(caught, mesh.positions, wave, CLOTH.size / 4, CLOTH.turn * frame);
    scan(caught, mesh.positions, random);
    return caught;
  });
}

/** What a scanner adds to the places of vertices: waves that are others in every frame, and noise of each vertex. */
function scan(x: Float64Array, atRest: Float64Array, random: Random): void {
  for (let k = 0; k < 4; k++) addWave(x, atRest, createWave(SCAN.length, random), SCAN.size / 4, 0);
  for (let k = 0; k < x.length; k++) x[k] += VERTEX_NOISE * (2 * random() - 1);
}

/** A plane wave through the mesh at rest: where it goes, which way it moves what it passes, and where it begins. */
interface Wave {
  along: Float64Array;
  towards: Float64Array;
  phase: number;
}

function createWave(length: number, random: Random): Wave {
  const wave = { along: new Float64Array(3), towards: new Float64Array(3), phase: 2 * Math.PI * random() };
  randomDirection(random, wave.along, 0);
  randomDirection(random, wave.towards, 0);
  for (let axis = 0; axis < 3; axis++) wave.along[axis] *= (2 * Math.PI) / length;
  return wave;
}

function addWave(x: Float64Array, atRest: Float64Array, wave: Wave, size: number, turn: number): void {
  const { along, towards, phase } = wave;
  for (let v = 0; v < x.length; v += 3) {
    const at = along[0] * atRest[v] + along[1] * atRest[v + 1] + along[2] * atRest[v + 2];
    const share = size * Math.sin(at + phase + turn);
    for (let axis = 0; axis < 3; axis++) x[v + axis] += share * towards[axis];
  }
}

/** Moves each of some points by up to `size`. */
function shake(points: Float64Array, size: number, random: Random): void {
  const way = new Float64Array(3);
  for (let o = 0; o < points.length; o += 3) {
    randomDirection(random, way, 0);
    const far = size * random();
    for (let axis = 0; axis < 3; axis++) points[o + axis] += far * way[axis];
  }
}

/** Moves each joint, as it is posed, by `size`. */
function shiftJoints(joints: Float64Array, size: number, random: Random): void {
  const way = new Float64Array(3);
  for (let o = 0; o < joints.length; o += 12) {
    randomDirection(random, way, 0);
    for (let axis = 0; axis < 3; axis++) joints[o + 4 * axis + 3] += size * way[axis];
  }
}

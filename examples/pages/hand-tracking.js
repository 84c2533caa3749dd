import * as three from 'three';

const FINGERS = ['thumb', 'index', 'middle', 'ring', 'little'];

/** The joint of a WebXR hand that each joint of our model is; those within the palm have none. */
export function nameInWebXR(name) {
  const [finger, part] = name.split('-');
  if (!FINGERS.includes(finger)) return 'wrist';
  const isThumb = finger === 'thumb';
  const parts = isThumb
    ? ['metacarpal', 'phalanx-proximal', 'phalanx-distal', 'tip']
    : ['phalanx-proximal', 'phalanx-intermediate', 'phalanx-distal', 'tip'];
  return `${isThumb ? 'thumb' : `${finger}-finger`}-${parts[part === 'tip' ? 3 : part - 1]}`;
}

/** Joints as WebXR places them: -z goes along the bone to the next joint, y comes out of the back of the hand. In metres. */
function restJoints({ skeleton: { parents, positions }, jointNames }) {
  const at = jointNames.map((_, j) => new three.Vector3().fromArray(positions, 3 * j).multiplyScalar(0.01));
  return jointNames.map((name, j) => {
    const next = parents.findIndex(
      (parent, child) => parent === j && (j > 0 || jointNames[child].startsWith('middle')),
    );
    const along = next < 0 ? at[j].clone().sub(at[parents[j]]) : at[next].clone().sub(at[j]);
    const back = along.normalize().negate();
    const right = new three.Vector3(0, 0, -1).cross(back).normalize();
    const matrix = new three.Matrix4().makeBasis(right, back.clone().cross(right), back).setPosition(at[j]);
    return { name: nameInWebXR(name), parent: parents[j], matrix };
  });
}

/**
 * A hand as a headset reports it, with nobody wearing one: where each joint is in the world at a time, by its WebXR name. It comes up to
 * `target`, palm first, lays its fingers on it, and goes again, every six seconds.
 */
export function createRecording(model, target) {
  const rest = restJoints(model);
  return time => {
    const near = 0.5 - 0.5 * Math.cos((2 * Math.PI * time) / 6);
    const wrist = new three.Matrix4()
      .makeRotationFromEuler(new three.Euler(0.35 - 0.35 * near, Math.PI, 0.15))
      .setPosition(target.x, target.y - 0.1, target.z + 0.16 - 0.13 * near);
    const worlds = [];
    rest.forEach(({ name, parent, matrix }, j) => {
      const local = parent < 0 ? wrist.clone().multiply(matrix) : rest[parent].matrix.clone().invert().multiply(matrix);
      const isThumb = name.startsWith('thumb');
      const bend = parent < 0 || name.endsWith('tip') ? 0 : -(isThumb ? 0.1 : 0.28) * near;
      local.multiply(new three.Matrix4().makeRotationX(bend));
      worlds[j] = parent < 0 ? local : worlds[parent].clone().multiply(local);
    });
    return new Map(rest.map(({ name }, j) => [name, worlds[j]]));
  };
}

/** The same of a hand that is tracked: `hand` is that of an XRInputSource. Joints that are not seen are left out. */
export function readTracked(frame, hand, space) {
  return new Map(
    [...hand].flatMap(([name, joint]) => {
      const pose = frame.getJointPose(joint, space);
      return pose ? [[name, new three.Matrix4().fromArray(pose.transform.matrix)]] : [];
    }),
  );
}

/** Writes a pose of our hand for joints of WebXR, from rest space to the world, 12 numbers each; what is not seen stays as it was. */
export function createHandPoser(model) {
  const rest = restJoints(model);
  const inverses = rest.map(({ matrix }) =>
    matrix
      .clone()
      .invert()
      .scale(new three.Vector3(0.01, 0.01, 0.01)),
  );
  const pose = Float64Array.from({ length: 12 * rest.length }, (_, k) => ((k % 12) % 5 === 0 ? 0.01 : 0));
  return joints => {
    rest.forEach(({ name }, j) => {
      const world = joints.get(name);
      if (world) pose.set(world.clone().multiply(inverses[j]).transpose().elements.slice(0, 12), 12 * j);
    });
    return pose;
  };
}

/** Moves the bones of a man to a beat; a character with clips of its own plays those. */
export function dance(mesh, time) {
  const { bones, mixer } = mesh.userData;
  if (mixer) mixer.setTime(time);
  if (!bones) return;
  const beat = 2 * Math.PI * time;
  const swing = Math.sin(beat);
  const half = Math.sin(beat / 2);
  const dip = 0.5 - 0.5 * Math.cos(2 * beat);
  bones.pelvis.position.y = 0.97 - 0.05 * dip;
  bones.pelvis.rotation.set(0, 0.25 * half, 0.12 * swing);
  bones.waist.rotation.set(0.08 * dip, 0.2 * swing, -0.14 * swing);
  bones.ribs.rotation.set(0, 0.15 * swing, -0.08 * swing);
  bones.head.rotation.set(0.18 * dip, -0.3 * half, 0.1 * swing);
  for (const [side, sign] of [
    ['left', 1],
    ['right', -1],
  ]) {
    const own = Math.sin(beat + (sign > 0 ? 0 : Math.PI));
    const slow = Math.sin(beat / 4 + (sign > 0 ? 0 : 1.3));
    const bend = 0.35 * dip + 0.18 * (1 + sign * swing);
    bones[`${side}-thigh`].rotation.set(-bend, 0, sign * 0.06 - 0.12 * swing);
    bones[`${side}-calf`].rotation.x = 1.9 * bend;
    bones[`${side}-foot`].rotation.x = -0.9 * bend;
    bones[`${side}-clavicle`].rotation.z = sign * 0.12 * slow;
    bones[`${side}-upper-arm`].rotation.set(0.5 * own - 0.3, 0, sign * (0.2 + 0.75 * slow));
    bones[`${side}-forearm`].rotation.set(-0.9 - 0.6 * own, sign * -0.4, sign * 0.5);
    bones[`${side}-hand`].rotation.z = sign * 0.4 * own;
  }
}

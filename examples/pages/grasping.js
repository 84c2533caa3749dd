import * as three from 'three';

/** How far the three joints of a finger bend in a fist, and of the thumb over it. */
const FIST = [1.42, 1.72, 1.05];
const THUMB = [0.72, 0.5, 0.75];

/**
 * The joints that close a hand: each turns its bone towards the palm, the thumb's in front of it. `carries` names the bones
 * that move with it.
 */
export function listJoints({ userData: { bones } }) {
  return ['thumb', 'index', 'middle', 'ring', 'little'].flatMap(finger => {
    const isThumb = finger === 'thumb';
    const towards = isThumb ? new three.Vector3(-0.8, 0.1, 0.6) : new three.Vector3(0, 0, 1);
    const axis = bones[`${finger}-2`].position.clone().cross(towards).normalize();
    return (isThumb ? THUMB : FIST).map((most, k) => ({
      carries: [1, 2, 3, 'tip'].slice(k).map(part => `${finger}-${part}`),
      share: 0,
      bend(share) {
        this.share = share;
        bones[`${finger}-${k + 1}`].quaternion.setFromAxisAngle(axis, share * most);
      },
    }));
  });
}

/** A bar in front of the palms, as thick along the way as `radiusAt` says, at most `widest`. */
function makeBar(color, widest, radiusAt) {
  const profile = Array.from({ length: 241 }, (_, k) => new three.Vector2(radiusAt(k / 8 - 15), k / 8 - 15));
  const geometry = new three.LatheGeometry(profile, 64).rotateZ(Math.PI / 2);
  const mesh = new three.Mesh(geometry, new three.MeshStandardMaterial({ color, roughness: 0.4 }));
  mesh.position.set(0, 11.2, 3.3 + widest);
  mesh.castShadow = mesh.receiveShadow = true;
  return mesh;
}

const things = [
  makeBar('#5b8def', 1.5, () => 1.5),
  makeBar('#4fb286', 1.9, x => 1.5 + 0.4 * Math.sin(2.2 * x)),
  makeBar('#b86bd6', 2.2, x => 2.2 - 0.08 * Math.abs(x)),
];

/** What there is to grasp: another thing every five seconds. */
export function thingAt(time) {
  return things[Math.floor(time / 5) % things.length];
}

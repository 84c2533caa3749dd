import { beforeAll, describe, expect, it } from 'vitest';
import { createClipScene } from '../../papers/wong-2013/scenes/skeletal-clips.ts';
import { createSweep, findSelfImpacts } from '../../src/continuous/index.ts';
import { setSweep } from '../../src/continuous/sweep.ts';
import { createStats } from '../../src/debug.ts';
import { createCollider, createShape, findPairs, setPose } from '../../src/index.ts';
import { buildTopology } from '../../src/mesh/topology.ts';
import { findPairsByBruteForce } from '../../src/query/pairs/brute-force.ts';
import { findSelfPairsByBruteForce } from '../../src/self/brute-force.ts';
import { catalogue } from '../../viewer/catalogue.ts';
import type { Frame, JointTurn, ViewOptions } from '../../viewer/protocol.ts';
import { askPairs, createPairQuestion } from '../../viewer/worker/ask-pairs.ts';
import { openScene } from '../../viewer/worker/open-scene.ts';
import { type Opened, showFrame } from '../../viewer/worker/opened.ts';
import { deformDrawn } from './deform-drawn.ts';

const plain: ViewOptions = { level: null, overlay: 'none', compares: false, isSplit: false };

function contactStepOf(name: string): number {
  return catalogue.find(entry => entry.name === name)?.contactStep ?? 0;
}

/** The triangles of one side of a list of pairs, each once. */
function sideOf(pairs: Uint32Array, side: 0 | 1): Uint32Array {
  return Uint32Array.from(new Set(pairs.filter((_, k) => k % 2 === side))).sort();
}

function joined(a: Uint32Array, b: Uint32Array): Uint32Array {
  return Uint32Array.from(new Set([...a, ...b])).sort();
}

describe('pairs of bodies', () => {
  let curtain: Opened;
  beforeAll(() => {
    curtain = openScene('curtain');
  });

  it('are those that brute force finds', () => {
    const frame = showFrame(curtain, contactStepOf('curtain'), plain, []);
    const [a, b] = curtain.actors.map(({ collider }) => collider);
    const pairs = findPairsByBruteForce(a, b);
    expect(frame.contacts).toBe(pairs.length / 2);
    expect(frame.touching).toEqual([sideOf(pairs, 0), sideOf(pairs, 1)]);
  });

  it('are counted truly, whatever else is drawn or compared', () => {
    const step = contactStepOf('curtain');
    const fresh = curtain.actors.map(({ collider }) => createCollider(collider.shape));
    const stats = createStats();
    const frames = [
      showFrame(curtain, step, plain, []),
      showFrame(curtain, step, { ...plain, level: 4, overlay: 'volumes', compares: true }, []),
      showFrame(curtain, step, plain, []),
    ];
    fresh.forEach((collider, k) => {
      setPose(collider, curtain.actors[k]);
    });
    findPairs(fresh[0], fresh[1], { stats });
    const { vertices, refits, volumeTests, triangleTests } = stats;
    for (const { counters } of frames) expect(counters).toMatchObject({ refits, volumeTests, triangleTests, vertices });
    expect(frames.map(({ counters }) => Number.isNaN(counters.linearMilliseconds))).toEqual([true, false, true]);
    const { allVertices, allVolumes } = frames[0].counters;
    expect(allVertices).toBe(curtain.about.bodies.reduce((sum, { positions }) => sum + positions.length / 3, 0));
    expect(allVolumes).toBeGreaterThan(5 * refits);
    expect(vertices).toBeLessThan(0.2 * allVertices);
  });

  it('are what the linear method finds too, which is asked about the same poses', () => {
    const question = createPairQuestion([...curtain.actors], [[0, 1]]);
    const { contacts, counters } = askPairs(question, { ...plain, compares: true });
    expect(counters.linearContacts).toBe(contacts);
    expect(findPairs(question.rivals[0], question.rivals[1])).toHaveLength(2 * contacts);
    question.rivals.forEach(({ posed }, k) => {
      expect(posed.joints).toEqual(curtain.actors[k].collider.posed.joints);
      expect(posed.weights).toEqual(curtain.actors[k].collider.posed.weights);
    });
    expect(contacts).toBeGreaterThan(0);
  });

  it('are picked from in front: whatever is nearest', () => {
    const { poses } = showFrame(curtain, 46, plain, []);
    const [x, y, z] = [3, 7, 11].map(k => poses[1].jointMatrices[k]);
    expect(curtain.pick([x, y, z + 3], [0, 0, -1])).toMatchObject({ kind: 'picked', body: 1, jointName: 'ball' });
    expect(curtain.pick([x, y, z - 3], [0, 0, 1])).toMatchObject({ kind: 'picked', body: 0, jointName: 'curtain' });
  });

  it('leave alone what the ball is far from, and show it', () => {
    const { volumes } = showFrame(curtain, contactStepOf('curtain'), { ...plain, level: 6, overlay: 'volumes' }, []);
    const shares = volumes.map(({ isFresh }) => isFresh.reduce((sum, flag) => sum + flag, 0) / isFresh.length);
    expect(shares[0]).toBeGreaterThan(0);
    expect(shares[0]).toBeLessThan(0.5);
    const far = showFrame(curtain, 0, { ...plain, level: 6, overlay: 'volumes' }, []);
    expect(far.volumes[0].isFresh.some(flag => flag === 1)).toBe(false);
  });
});

describe('contacts between steps', () => {
  const scene = createClipScene('urchin');
  const [{ mesh, skin, skeleton }] = scene.bodies;
  const poseAt = (step: number): { jointMatrices: Float64Array } => {
    const jointMatrices = new Float64Array(12 * skin.jointCount);
    scene.writePose(0, step, jointMatrices);
    return { jointMatrices };
  };
  const first = 92;
  let urchin: Opened;
  let played: Frame[];
  beforeAll(() => {
    urchin = openScene('urchin');
    played = [first - 2, first - 1, first, first + 1, first + 2].map(step => showFrame(urchin, step, plain, []));
  });

  it('are those that findSelfImpacts reports of each step alone', () => {
    const shape = createShape(mesh, { kind: 'linear-blend', skin, skeleton });
    for (const frame of played) {
      const sweep = createSweep(shape);
      setSweep(sweep, poseAt(frame.step - 1), poseAt(frame.step));
      const { isFreeAtStart } = findSelfImpacts(sweep, { skeleton });
      const { impacts } = findSelfImpacts(sweep, { skeleton, find: isFreeAtStart ? 'first' : 'all' });
      expect(frame.contacts).toBe(impacts.length);
      const triangles = new Set(impacts.flatMap(impact => impact.triangles));
      expect(frame.touching).toEqual([Uint32Array.from(triangles).sort()]);
    }
    expect(played.map(({ contacts }) => contacts > 0)).toEqual([false, false, true, true, true]);
  });

  it('do not depend on what was shown before', () => {
    const leaps = [first + 1, 3, first - 1, first + 2, first].map(step => showFrame(urchin, step, plain, []));
    for (const { step, touching, contacts } of leaps) {
      const known = played.find(frame => frame.step === step);
      if (known) expect({ touching, contacts }).toEqual({ touching: known.touching, contacts: known.contacts });
    }
    expect(showFrame(urchin, 0, plain, [])).toMatchObject({
      contacts: 0,
      counters: { allVertices: 0, volumeTests: 0 },
    });
  });

  it('count every vertex and box once: from step to step, after a leap, asked again, and compared', () => {
    const allVertices = urchin.actors[0].body.positions.length / 3;
    const { boxes } = findSelfImpacts(createSweep(urchin.actors[0].collider.shape), { skeleton });
    const allVolumes = 2 * (urchin.actors[0].body.triangles.length / 3) - 1; // a leaf for each triangle
    const once = { vertices: allVertices, allVertices, refits: boxes, allVolumes };
    const compared = { ...plain, compares: true };
    showFrame(urchin, 20, plain, []);
    for (const step of [21, 21, 30, 0, 1, 2, 50]) {
      const nothing = { vertices: 0, allVertices: 0, refits: 0, allVolumes: 0, milliseconds: 0 };
      expect(showFrame(urchin, step, plain, []).counters).toMatchObject(step === 0 ? nothing : once);
    }
    expect(showFrame(urchin, 51, compared, []).counters).toMatchObject(once);
    const touching = [first, first + 1, first + 2].map(step => showFrame(urchin, step, compared, []).counters);
    for (const step of [2, 1, 0]) {
      const { vertices, refits } = touching[step];
      expect(showFrame(urchin, first + step, plain, []).counters).toMatchObject({ vertices, refits });
    }
  });

  it('come with the clusters that the surface is looked at in', () => {
    const { clusterOfTriangle, observers } = showFrame(
      urchin,
      5,
      { ...plain, overlay: 'clusters', compares: true },
      [],
    );
    expect(clusterOfTriangle).toHaveLength(mesh.triangles.length / 3);
    const clusters = new Set(clusterOfTriangle);
    expect(observers).toHaveLength(3 * clusters.size);
    expect(Math.max(...clusters)).toBe(clusters.size - 1);
    const { edgeStarts, trianglesOfEdge } = buildTopology(mesh);
    const borders = Array.from(edgeStarts.keys()).filter(
      e =>
        clusterOfTriangle[trianglesOfEdge[edgeStarts[e]]] !== clusterOfTriangle[trianglesOfEdge[edgeStarts[e + 1] - 1]],
    );
    expect(borders.length).toBeLessThan(0.1 * edgeStarts.length); // clusters hang together
    const [x0, y0, z0, x1, y1, z1] = urchin.about.bounds;
    for (let k = 0; k < observers.length; k += 3) {
      expect(observers[k]).toBeGreaterThan(x0);
      expect(observers[k]).toBeLessThan(x1);
      expect(observers[k + 1]).toBeGreaterThan(y0);
      expect(observers[k + 1]).toBeLessThan(y1);
      expect(observers[k + 2]).toBeGreaterThan(z0);
      expect(observers[k + 2]).toBeLessThan(z1);
    }
  });
});

describe('a character', () => {
  let character: Opened;
  beforeAll(() => {
    character = openScene('character');
  });

  const jointOf = (name: string): number => character.about.bodies[0].jointNames.indexOf(name);
  /** Where a joint is in a frame. */
  const placeOf = ({ poses }: Frame, name: string): number[] => {
    const { jointPoints } = character.about.bodies[0];
    const joint = jointOf(name);
    return [0, 4, 8].map(row => {
      const m = poses[0].jointMatrices.subarray(12 * joint + row);
      return (
        m[0] * jointPoints[3 * joint] + m[1] * jointPoints[3 * joint + 1] + m[2] * jointPoints[3 * joint + 2] + m[3]
      );
    });
  };

  it('cuts itself where brute force says so', () => {
    const frame = showFrame(character, 282, plain, []);
    const { body } = character.actors[0];
    const near = new Set(frame.touching[0]);
    expect(near.size).toBeGreaterThan(0);
    // Brute force over all would take a minute: over what is said to touch, and as much again that is not.
    const chosen = Array.from({ length: body.triangles.length / 3 }, (_, t) => t).filter(
      t => near.has(t) || t % 40 === 0,
    );
    const part = Uint32Array.from(chosen.flatMap(t => Array.from(body.triangles.subarray(3 * t, 3 * t + 3))));
    const positions = character.positionsOf(0, 0);
    const still = createCollider(createShape({ positions, triangles: part }, { kind: 'rigid' }));
    const pairs = findSelfPairsByBruteForce(still);
    expect(pairs.length / 2).toBe(frame.contacts);
    expect(joined(sideOf(pairs, 0), sideOf(pairs, 1)).map(t => chosen[t])).toEqual(frame.touching[0]);
  });

  it.each(['jaw', 'right-forearm', 'left-calf'])('is picked at its %s, in the pose shown', name => {
    const frame = showFrame(character, 130, plain, []);
    const { jointNames, jointParents } = character.about.bodies[0];
    const child = jointParents.indexOf(jointOf(name));
    const [from, to] = [name, child < 0 ? name : jointNames[child]].map(end => placeOf(frame, end));
    const [x, y, z] = from.map((value, axis) => 0.5 * (value + to[axis]));
    const picked = character.pick([x, y, z + 5], [0, 0, -2]);
    expect(picked).toMatchObject({ kind: 'picked', body: 0, joint: jointOf(name), jointName: name });
    if (picked.kind !== 'picked') return;
    expect(picked.share).toBeGreaterThan(0.5);
    expect(picked.point).toEqual([x, y, z + 5 - picked.distance].map(value => expect.closeTo(value, 9)));
    expect(picked.distance).toBeGreaterThan(4.5);
    expect(character.pick([0, 9, 0], [0, 1, 0])).toEqual({ kind: 'missed' });
  });

  it('follows joints turned by hand: all below them moves, and cuts what is in the way', () => {
    const angle = 1.1;
    const turns: JointTurn[] = [
      { body: 0, joint: jointOf('right-upper-arm'), turn: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)] },
    ];
    const [before, after] = [showFrame(character, 0, plain, []), showFrame(character, 0, plain, turns)];
    expect(before.contacts).toBe(0);
    expect(after.contacts).toBeGreaterThan(0);
    expect(placeOf(after, 'right-upper-arm')).toEqual(
      placeOf(before, 'right-upper-arm').map(x => expect.closeTo(x, 5)),
    );
    expect(placeOf(after, 'head')).toEqual(placeOf(before, 'head'));
    // The forearm hangs on a line that has turned about the shoulder by the angle, about z as the parent's frame is upright.
    const [[x0, y0], [x1, y1]] = [before, after].map(frame => {
      const [shoulder, elbow] = [placeOf(frame, 'right-upper-arm'), placeOf(frame, 'right-forearm')];
      return [elbow[0] - shoulder[0], elbow[1] - shoulder[1]];
    });
    expect(Math.atan2(x0 * y1 - y0 * x1, x0 * x1 + y0 * y1)).toBeCloseTo(angle, 5);
    const drawn = deformDrawn(character.about.bodies[0], after.poses[0]);
    character.positionsOf(0, 0).forEach((x, k) => {
      if (Math.abs(x - drawn[k]) > 1e-5) throw new Error(`number ${k} is drawn at ${drawn[k]}, not at ${x}`);
    });
  });

  it('takes turns in the frame of the parent, in whatever order they come', () => {
    const turn: JointTurn['turn'] = [0.3, -0.2, 0.4, 0.8];
    const turns = ['right-clavicle', 'right-upper-arm', 'right-forearm'].map((name, k) => ({
      body: 0,
      joint: jointOf(name),
      turn: [...turn.slice(k), ...turn.slice(0, k)] as JointTurn['turn'],
    }));
    const poses = [turns, [turns[2], turns[0], turns[1]], [turns[1], turns[2], turns[0]]].map(
      each => showFrame(character, 40, plain, each).poses[0].jointMatrices,
    );
    for (const other of poses.slice(1))
      expect(Array.from(other)).toEqual(Array.from(poses[0], x => expect.closeTo(x, 5)));
    expect(showFrame(character, 40, plain, [{ body: 7, joint: 99, turn }]).contacts).toBe(0);
  });
});

describe('a world', () => {
  it('is not disturbed by being looked at, and begins anew when one goes back', () => {
    const watch = (options: ViewOptions): Frame[] => {
      const chairs = openScene('chairs');
      const frames = [0, 12, 16, 17].map(step => showFrame(chairs, step, options, []));
      const [x0, , z0, x1, , z1] = chairs.about.bounds;
      const picked = chairs.pick([(x0 + x1) / 2, 50, (z0 + z1) / 2], [0, -1, 0]);
      expect(picked).toMatchObject({ kind: 'picked', body: 0, jointName: 'chair' });
      frames.push(showFrame(chairs, 12, options, []));
      return frames;
    };
    const [plainly, closely] = [watch(plain), watch({ ...plain, level: 3, overlay: 'volumes', compares: true })];
    plainly.forEach((frame, k) => {
      expect(closely[k].poses).toEqual(frame.poses);
      expect(closely[k].touching).toEqual(frame.touching);
      expect(closely[k].counters.refits).toBe(frame.counters.refits);
    });
    expect(plainly[4].poses).toEqual(plainly[1].poses);
    expect(plainly[3].counters).toMatchObject({ vertices: 0 });
    expect(plainly[3].counters.refits).toBeGreaterThan(0);
    expect(plainly[0].counters).toMatchObject({ allVertices: 0, allVolumes: 0 }); // nothing happened yet
    const { isFresh } = closely[3].volumes[0];
    expect(isFresh).toHaveLength(150 * 8);
    expect(isFresh.some(flag => flag === 0) && isFresh.some(flag => flag === 1)).toBe(true);
    const before = closely[2].volumes[0].isFresh; // what one step moved, the next may leave alone
    expect(isFresh.some((flag, k) => flag < before[k])).toBe(true);
  });
});

describe('a world that stands still', () => {
  it('tells again what its last step took, not that nothing was done', () => {
    const chairs = openScene('chairs');
    const [moved, again] = [30, 30].map(step => showFrame(chairs, step, plain, []));
    expect(moved.counters.refits).toBeGreaterThan(0);
    expect(again.counters).toEqual(moved.counters);
    expect(again.touching).toEqual(moved.touching);
    const { allVertices } = moved.counters;
    expect(allVertices).toBe((3 * 150 * chairs.about.bodies[0].positions.length) / 3); // three steps of the world
    expect(showFrame(chairs, 0, plain, []).counters.allVertices).toBe(0);
  });
});

describe('a table', () => {
  it('asks the few spheres it keeps, and finds what asking all of them does', () => {
    const forehead = openScene('forehead');
    const [apart, close] = [0, contactStepOf('forehead')].map(step =>
      showFrame(forehead, step, { ...plain, overlay: 'table', compares: true }, []),
    );
    expect(apart).toMatchObject({ contacts: 0, counters: { vertices: 0, allVertices: 0 } });
    const all = close.volumes.map(({ isFresh }) => isFresh.length);
    expect(close.counters).toMatchObject({ allVolumes: all[0] + all[1], linearVolumeTests: all[0] * all[1] });
    expect(close.counters.linearContacts).toBe(close.contacts);
    expect(close.counters.volumeTests).toBeLessThan((all[0] * all[1]) / 100);
    const [a, b] = forehead.actors.map(({ collider }) => collider);
    const pairs = findPairs(a, b);
    expect(close.touching).toEqual([sideOf(pairs, 0), sideOf(pairs, 1)]);
    for (const [side, { isFresh, data, shape }] of close.volumes.entries()) {
      const positions = forehead.positionsOf(side, 0);
      expect(shape).toBe('sphere');
      expect(isFresh).toHaveLength(positions.length / 3); // one at every vertex, where the pose puts it
      positions.forEach((x, k) => {
        if (Math.abs(x - data[4 * Math.floor(k / 3) + (k % 3)]) > 1e-6) throw new Error(`sphere ${k / 3} is elsewhere`);
      });
      const kept = isFresh.reduce((sum, flag) => sum + flag, 0);
      expect(kept).toBeGreaterThan(0);
      expect(kept).toBeLessThan(0.2 * isFresh.length);
    }
  });
});

describe('openScene', () => {
  it('names the scenes there are', () => {
    expect(() => openScene('toString')).toThrow(/^openScene: there is no scene 'toString'; there are character, men, /);
  });
});

import assert from 'node:assert/strict';
import type { ThreeEvent } from '@react-three/fiber';
import { createElement, isValidElement, type ReactElement, useRef, useState } from 'react';
import type * as THREE from 'three';
import { PoseBvh, SkinDecal, useContact, useTouches } from '../../src/react/index.ts'; // 'poseclash/react'

/*
 * Elements are made by calls here, as these files are run as they stand; docs/react.md has a page with tags, which the tests run in a
 * browser. What is below is rendered inside a <Canvas>.
 */

export function acceleratePicking(): void {
  // #region pose-bvh
  const Scene = ({ model }: { model: THREE.Object3D }): ReactElement =>
    createElement(PoseBvh, { firstHitOnly: true }, createElement('primitive', { object: model, onClick: console.log }));
  // #endregion pose-bvh
  assert.ok(isValidElement(createElement(Scene)));
}

export function watchContacts(): void {
  // #region contacts
  const Duel = ({ knight, dragon }: { knight: THREE.Object3D; dragon: THREE.Object3D }): ReactElement => {
    const [a, b] = [useRef<THREE.Object3D>(null), useRef<THREE.Object3D>(null)];
    const isTouching = useTouches(a, b); // rendered anew when it changes
    useContact([a, b], { onBegin: () => console.log('a hit'), onEnd: () => console.log('apart'), release: 0.01 });
    return createElement(
      'group',
      { visible: !isTouching },
      createElement('primitive', { ref: a, object: knight }),
      createElement('primitive', { ref: b, object: dragon }),
    );
  };
  // #endregion contacts
  assert.ok(isValidElement(createElement(Duel)));
}

export function paintSkin(): void {
  // #region decals
  const Tattoo = ({ model }: { model: THREE.Object3D }): ReactElement => {
    const [hit, setHit] = useState<ThreeEvent<MouseEvent> | null>(null);
    const ink = createElement('meshBasicMaterial', { color: 'red', polygonOffset: true, polygonOffsetFactor: -4 });
    const skin = createElement('primitive', { object: model, onClick: setHit });
    return createElement('group', null, skin, hit && createElement(SkinDecal, { hit, size: 0.1 }, ink));
  };
  // #endregion decals
  assert.ok(isValidElement(createElement(Tattoo)));
}

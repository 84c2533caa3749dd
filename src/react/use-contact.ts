import { useFrame } from '@react-three/fiber';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type * as three from 'three';
import {
  accelerateAsync,
  type Contact,
  type ContactOptions,
  type ContactTracker,
  createContactTracker,
} from '../three/index.ts';
import { listToBeAccelerated } from './bending-meshes.ts';

/** What to call when objects begin and cease to touch. */
export interface ContactHandlers extends ContactOptions {
  onBegin?: (contact: Contact) => void;
  onEnd?: (contact: Contact) => void;
}

type ObjectRef = RefObject<three.Object3D | null>;

/**
 * Calls back when objects (meshes, or whole characters) begin and cease to touch, looked at once a frame, as they are posed when the
 * frame is. Trees of meshes that bend are built in a worker; nothing begins or ends until they are
 * there, those of meshes that come later included. A ref that is empty touches nothing. What cannot be
 * asked about is thrown where the component is rendered, to the next error boundary.
 * @example
 * {@includeCode ../../examples/api/react.ts#contacts}
 */
export function useContact(refs: readonly ObjectRef[], handlers: ContactHandlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const { release } = handlers;
  const state = useRef<{ tracker: ContactTracker; isBuilding: boolean } | null>(null);
  useEffect(() => {
    const isWanted = (a: three.Object3D, b: three.Object3D): boolean => latest.current.isWanted?.(a, b) ?? true;
    const tracker = createContactTracker([], { isWanted, ...(release === undefined ? {} : { release }) });
    state.current = { tracker, isBuilding: false };
    return () => {
      state.current = null;
    };
  }, [release]);
  const [, setFailure] = useState<null>(null);
  const fail = (error: unknown): void =>
    setFailure(() => {
      throw error;
    });
  useFrame(() => {
    const now = state.current;
    if (now === null || now.isBuilding) return;
    const objects = refs.flatMap(({ current }) => (current ? [current] : []));
    const meshes = listToBeAccelerated(objects);
    if (meshes.length > 0) {
      now.isBuilding = true;
      Promise.all(meshes.map(mesh => accelerateAsync(mesh))).then(
        () => {
          now.isBuilding = false;
        },
        error => {
          if (state.current !== now) return;
          if (error.name === 'AbortError') now.isBuilding = false;
          else fail(error);
        },
      );
      return;
    }
    try {
      now.tracker.objects = objects;
      const { begun, ended } = now.tracker.update();
      for (const contact of ended) latest.current.onEnd?.(contact);
      for (const contact of begun) latest.current.onBegin?.(contact);
    } catch (error) {
      state.current = null;
      fail(error);
    }
  });
}

/**
 * Whether two objects touch, as a state of the component: it is rendered anew when that changes. As `useContact`.
 * @example
 * {@includeCode ../../examples/api/react.ts#contacts}
 */
export function useTouches(a: ObjectRef, b: ObjectRef, options: ContactOptions = {}): boolean {
  const [isTouching, setTouching] = useState(false);
  useContact([a, b], { ...options, onBegin: () => setTouching(true), onEnd: () => setTouching(false) });
  return isTouching;
}

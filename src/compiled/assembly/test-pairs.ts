import { UNSURE } from './records';
import { APART, IN_DOUBT, TOUCH, testTwo } from './triangle-triangle';

/**
 * Tests the pairs of slots from `from` to `end`, 8 bytes each, in their place: leaves those whose triangles touch, or may, which are marked, and returns where these
 * end. If one pair is enough, the first that surely touches is the last. Corners are numbers of vertices, times `bytes` their places. Two pairs at a
 * time: the tests have no branch in common, and take less than twice as long as one.
 */
export function testPairs(
  from: usize,
  end: usize,
  wantsAll: u32,
  verticesA: usize,
  cornersA: usize,
  verticesB: usize,
  cornersB: usize,
  bytes: u32,
): usize {
  let kept = from;
  for (let pair = from; pair < end; pair += 16) {
    const other = min(pair + 8, end - 8); // an odd one is tested beside itself
    const a = cornersA + 12 * <usize>load<u32>(pair);
    const b = cornersB + 12 * <usize>load<u32>(pair, 4);
    const c = cornersA + 12 * <usize>load<u32>(other);
    const d = cornersB + 12 * <usize>load<u32>(other, 4);
    const known = testTwo(
      verticesA + <usize>(load<u32>(a) * bytes),
      verticesA + <usize>(load<u32>(a, 4) * bytes),
      verticesA + <usize>(load<u32>(a, 8) * bytes),
      verticesB + <usize>(load<u32>(b) * bytes),
      verticesB + <usize>(load<u32>(b, 4) * bytes),
      verticesB + <usize>(load<u32>(b, 8) * bytes),
      verticesA + <usize>(load<u32>(c) * bytes),
      verticesA + <usize>(load<u32>(c, 4) * bytes),
      verticesA + <usize>(load<u32>(c, 8) * bytes),
      verticesB + <usize>(load<u32>(d) * bytes),
      verticesB + <usize>(load<u32>(d, 4) * bytes),
      verticesB + <usize>(load<u32>(d, 8) * bytes),
    );
    kept = keepPair(kept, pair, known & 3);
    if (((known & 3) == TOUCH && !wantsAll) || other == pair) break;
    kept = keepPair(kept, other, known >> 2);
    if (known >> 2 == TOUCH && !wantsAll) break; // of one that may be none, the others must still be looked at
  }
  return kept;
}

/** Writes a pair that touches, or may, at `kept`, and returns where the next one goes. */
@inline
function keepPair(kept: usize, pair: usize, known: i32): usize {
  store<u32>(kept, known == IN_DOUBT ? load<u32>(pair) | UNSURE : load<u32>(pair));
  store<u32>(kept, load<u32>(pair, 4), 4);
  return known == APART ? kept : kept + 8;
}

import { isFanFlat } from './flat-fans';
import { SAFE } from './measure-drift';
import { Fan, Ring, SelfInstant } from './records';

/** Around which vertices no two triangles cross: `isFlat`; the others, as far as they have two triangles, are listed. */
export function certifyFans(instant: SelfInstant): void {
  const vertices = instant.vertices;
  const spokes = instant.spokes;
  let fan = instant.fans;
  let count: u32 = 0;
  for (let v: u32 = 0; v < instant.vertexCount; v++, fan += offsetof<Fan>()) {
    const record = changetype<Fan>(fan);
    const isCertain = record.ring < record.ringEnd && (isKept(instant, record) || isFanFlat(record, vertices, vertices + 24 * v, spokes));
    store<u8>(instant.isFlat + v, isCertain ? 1 : 0);
    store<u32>(instant.uncertain + (<usize>count << 2), v);
    count += u32(!isCertain) & u32(record.triangles > 1);
  }
  instant.uncertainCount = count;
}

/** Whether a vertex and its ring drift less than the leeway of its fan: `markKeptFans` of reasons/kept-fans.ts. */
@inline
function isKept(instant: SelfInstant, fan: Fan): bool {
  const length = (fan.leeway * load<f64>(instant.stretches + <usize>fan.stretch) - instant.hidden) / SAFE;
  if (!(length > 0)) return false;
  const most = length * length;
  const squares = instant.squares;
  if (!(load<f64>(squares + <usize>fan.square) < most)) return false;
  const end = fan.ringEnd;
  for (let ring = fan.ring; ring < end; ring += offsetof<Ring>()) {
    if (!(load<f64>(squares + <usize>changetype<Ring>(ring).square) < most)) return false;
  }
  return true;
}

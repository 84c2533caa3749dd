import { isFanFlat } from '../self/flat-fans';
import { Fan, SelfInstant } from '../self/records';

/** Around which vertices no two triangles cross, with `vertices` as they are at an instant: those that are marked already, and those whose fan is flat. The others, as far as they have two triangles, are listed. */
export function certifyFans(plan: SelfInstant, vertices: usize): void {
  const spokes = plan.spokes;
  let fan = plan.fans;
  let count: u32 = 0;
  for (let v: u32 = 0; v < plan.vertexCount; v++, fan += offsetof<Fan>()) {
    const record = changetype<Fan>(fan);
    if (load<u8>(plan.isFlat + v) == 1 || record.triangles < 2) continue;
    if (record.ring < record.ringEnd && isFanFlat(record, vertices, vertices + 24 * v, spokes)) {
      store<u8>(plan.isFlat + v, 1);
    } else {
      store<u32>(plan.uncertain + (<usize>count << 2), v);
      count++;
    }
  }
  plan.uncertainCount = count;
}

import { createLookUp, type Kinematics, type LookUp, lookUp, type Side, tabulate } from '../../src/tabulated/index.ts'; // 'poseclash/tabulated'

/** Once: which few balls of the two sides can ever meet, at any pose that the mechanism can have. May take seconds. */
export function makeTable(mechanism: Kinematics, a: Side, b: Side): LookUp {
  return createLookUp(tabulate(mechanism, a, b), mechanism);
}

/** Every frame: whether they do at this one, where each freedom of the mechanism has a value. */
export function isTouching(table: LookUp, values: Float64Array): boolean {
  return lookUp(table, values);
}

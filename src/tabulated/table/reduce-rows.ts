/**
 * The reduction of [NavarroNewball2009]. A sphere of b goes if every row (sphere of a) that has it has some other that
 * stays; of two in exactly the same rows the first stays (the paper's rule, read literally, would remove both). Then a
 * row goes if an earlier one has the same spheres left. `pairs` ascend; returns 1 for each that stays.
 *
 * Lossy: a row forgets poses, and two spheres of one row may collide with it at different ones. Cost: the square of the
 * number of spheres of b that collide, in time and in memory.
 */
export function reduceRows(pairs: Uint32Array): Uint8Array {
  const columnIds = Uint32Array.from(new Set(pairs.filter((_, k) => k % 2 === 1))).sort();
  const columnOf = new Map(Array.from(columnIds, (id, column) => [id, column]));
  const rows: { id: number; columns: number[] }[] = [];
  for (let k = 0; k < pairs.length; k += 2) {
    if (rows.length === 0 || rows[rows.length - 1].id !== pairs[k]) rows.push({ id: pairs[k], columns: [] });
    rows[rows.length - 1].columns.push(columnOf.get(pairs[k + 1]) ?? 0);
  }
  const isRemoved = removeColumns(
    rows.map(({ columns }) => columns),
    columnIds.length,
  );
  const met = new Set<string>();
  const keptRows = new Set<number>();
  for (const { id, columns } of rows) {
    const text = columns.filter(column => !isRemoved[column]).join();
    if (text === '' || met.has(text)) continue;
    met.add(text);
    keptRows.add(id);
  }
  const isKept = new Uint8Array(pairs.length / 2);
  for (let k = 0; k < pairs.length; k += 2) {
    const column = columnOf.get(pairs[k + 1]) ?? 0;
    if (keptRows.has(pairs[k]) && !isRemoved[column]) isKept[k >> 1] = 1;
  }
  return isKept;
}

/** Counts in how many rows any two columns appear together, and compares that with how often each appears at all. */
function removeColumns(rows: readonly (readonly number[])[], count: number): Uint8Array {
  const together = new Uint32Array(count * count);
  for (const columns of rows) for (const i of columns) for (const j of columns) together[i * count + j]++;
  const isRemoved = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const times = together[i * count + i];
    for (let j = 0; j < count && !isRemoved[i]; j++) {
      if (j === i || isRemoved[j] || together[i * count + j] !== times) continue;
      const isStrict = together[j * count + j] > times;
      if (isStrict || j < i) isRemoved[i] = 1;
    }
  }
  return isRemoved;
}

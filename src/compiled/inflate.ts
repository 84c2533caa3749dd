/** Lengths of the codes of lengths of codes come in this order. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Where the next bits are read: those that were taken out of the bytes and not yet used are in `bits`, `held` of them. */
interface Source {
  bytes: Uint8Array;
  at: number;
  bits: number;
  held: number;
}

/** The codes of an alphabet: for what the next `most` bits may be, the symbol they begin with, 16 times, and the length of its code. */
interface Codes {
  most: number;
  table: Uint16Array;
}

/**
 * What was packed by DEFLATE (RFC 1951) into blocks with codes of their own, which is all that compiled modules are packed into; `size` is how many bytes it has. Throws
 * if it does not fit. It is here as browsers unpack only while others wait, and a query does not wait. Cost: about a millisecond for 24 KB.
 */
export function inflate(bytes: Uint8Array, size: number): Uint8Array {
  const source = { bytes, at: 0, bits: 0, held: 0 };
  const out = new Uint8Array(size);
  let end = 0;
  for (let isLast = 0; isLast === 0; ) {
    isLast = take(source, 1);
    if (take(source, 2) !== 2) throw new Error('inflate: the block has no codes of its own.');
    const [symbols, distances] = readCodes(source);
    for (let symbol = next(source, symbols); symbol !== 256; symbol = next(source, symbols)) {
      if (symbol < 256) out[end++] = symbol;
      else {
        const length = symbol === 285 ? 258 : readScaled(source, symbol - 257, 4) + 3;
        const distance = readScaled(source, next(source, distances), 2) + 1;
        for (const stop = end + length; end < stop; end++) out[end] = out[end - distance];
      }
      if (end > size || source.at > bytes.length + 4) throw new Error('inflate: there are more bytes than were told.');
    }
  }
  if (end !== size) throw new Error('inflate: there are fewer bytes than were told.');
  return out;
}

/** So many bits more are at hand, if there are any. */
function fill(source: Source, count: number): void {
  while (source.held < count) {
    source.bits |= source.bytes[source.at++] << source.held;
    source.held += 8;
  }
}

function take(source: Source, count: number): number {
  fill(source, count);
  const value = source.bits & ((1 << count) - 1);
  source.bits >>>= count;
  source.held -= count;
  return value;
}

function next(source: Source, { most, table }: Codes): number {
  fill(source, most);
  const entry = table[source.bits & ((1 << most) - 1)];
  source.bits >>>= entry & 15;
  source.held -= entry & 15;
  return entry >> 4;
}

/** A number of which the symbol tells the first `steps` of each power of two, and the bits behind it the rest. */
function readScaled(source: Source, symbol: number, steps: 2 | 4): number {
  if (symbol < 2 * steps) return symbol;
  const extra = Math.floor(symbol / steps) - 1;
  return ((steps + (symbol % steps)) << extra) + take(source, extra);
}

/** The codes of symbols and of distances, with which a block begins. */
function readCodes(source: Source): [symbols: Codes, distances: Codes] {
  const symbols = take(source, 5) + 257;
  const count = symbols + take(source, 5) + 1;
  const own = new Uint8Array(19);
  for (let k = take(source, 4) + 4, i = 0; i < k; i++) own[ORDER[i]] = take(source, 3);
  const codes = makeCodes(own);
  const lengths = new Uint8Array(count);
  for (let k = 0; k < count; ) {
    const symbol = next(source, codes);
    if (symbol < 16) lengths[k++] = symbol;
    else {
      const length = symbol === 16 ? lengths[k - 1] : 0;
      const times = symbol === 16 ? take(source, 2) + 3 : symbol === 17 ? take(source, 3) + 3 : take(source, 7) + 11;
      lengths.fill(length, k, k + times);
      k += times;
    }
  }
  return [makeCodes(lengths.subarray(0, symbols)), makeCodes(lengths.subarray(symbols))];
}

/** Codes of these lengths, 0 for symbols without one: the shorter first, and those of the same length in order. */
function makeCodes(lengths: Uint8Array): Codes {
  const most = Math.max(1, ...lengths);
  const table = new Uint16Array(1 << most);
  let code = 0;
  for (let length = 1; length <= most; length++, code <<= 1) {
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== length) continue;
      let reversed = 0; // bits of codes are packed from the highest on
      for (let bit = 0; bit < length; bit++) reversed |= ((code >> bit) & 1) << (length - 1 - bit);
      for (let k = reversed; k < table.length; k += 1 << length) table[k] = (symbol << 4) | length;
      code++;
    }
  }
  return { most, table };
}

/** A polynomial with integer coefficients, lowest power first, without zeros at the end; [] is 0. All is exact. */
export type Polynomial = readonly bigint[];

/** The number numerator / 2^bits. */
export interface Dyadic {
  numerator: bigint;
  bits: number;
}

export function trim(coefficients: bigint[]): Polynomial {
  while (coefficients.length > 0 && coefficients[coefficients.length - 1] === 0n) coefficients.pop();
  return coefficients;
}

export function add(p: Polynomial, q: Polynomial): Polynomial {
  return trim(Array.from({ length: Math.max(p.length, q.length) }, (_, k) => (p[k] ?? 0n) + (q[k] ?? 0n)));
}

export function subtract(p: Polynomial, q: Polynomial): Polynomial {
  return trim(Array.from({ length: Math.max(p.length, q.length) }, (_, k) => (p[k] ?? 0n) - (q[k] ?? 0n)));
}

export function multiply(p: Polynomial, q: Polynomial): Polynomial {
  if (p.length === 0 || q.length === 0) return [];
  const out: bigint[] = new Array(p.length + q.length - 1).fill(0n);
  for (let i = 0; i < p.length; i++) for (let j = 0; j < q.length; j++) out[i + j] += p[i] * q[j];
  return out;
}

export function derive(p: Polynomial): Polynomial {
  return p.slice(1).map((coefficient, k) => coefficient * BigInt(k + 1));
}

/** The sign (-1, 0, 1) of p at a dyadic number. */
export function signAt(p: Polynomial, { numerator, bits }: Dyadic): number {
  let value = 0n;
  for (let k = p.length - 1; k >= 0; k--) value = value * numerator + (p[k] << BigInt(bits * (p.length - 1 - k)));
  return signOf(value);
}

export function signOf(value: bigint): number {
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}

/** A positive multiple of the remainder of p by q, with its common factor taken out. q is not 0. */
export function remainder(p: Polynomial, q: Polynomial): Polynomial {
  const rest = [...p];
  const lead = q[q.length - 1];
  const scale = lead < 0n ? -lead : lead;
  while (rest.length >= q.length) {
    const factor = lead < 0n ? -rest[rest.length - 1] : rest[rest.length - 1];
    const shift = rest.length - q.length;
    for (let k = 0; k < rest.length; k++) rest[k] *= scale;
    for (let k = 0; k < q.length; k++) rest[shift + k] -= factor * q[k];
    trim(rest);
  }
  return primitive(rest);
}

/** The quotient of p by q, up to a constant factor, if q divides p. */
export function divide(p: Polynomial, q: Polynomial): Polynomial {
  const rest = [...p];
  const lead = q[q.length - 1];
  const out: bigint[] = new Array(Math.max(0, p.length - q.length + 1)).fill(0n);
  for (let shift = p.length - q.length; shift >= 0; shift--) {
    const factor = rest[shift + q.length - 1] ?? 0n;
    for (let k = 0; k < rest.length; k++) rest[k] *= lead;
    for (let k = 0; k < out.length; k++) out[k] *= lead;
    out[shift] += factor;
    for (let k = 0; k < q.length; k++) rest[shift + k] -= factor * q[k];
  }
  return primitive(trim(out));
}

/** A greatest common divisor, up to a constant factor. */
export function commonDivisor(p: Polynomial, q: Polynomial): Polynomial {
  while (q.length > 0) [p, q] = [q, remainder(p, q)];
  return primitive(p);
}

/** p without repeated factors: the same roots, each once. */
export function squareFree(p: Polynomial): Polynomial {
  if (p.length < 3) return primitive(p);
  const common = commonDivisor(p, derive(p));
  return common.length < 2 ? primitive(p) : divide(p, common);
}

/** p with the positive common factor of its coefficients taken out, so that numbers stay short. */
export function primitive(p: Polynomial): Polynomial {
  let common = 0n;
  for (const coefficient of p) {
    let rest = coefficient < 0n ? -coefficient : coefficient;
    while (rest !== 0n) [common, rest] = [rest, common % rest];
  }
  return common > 1n ? p.map(coefficient => coefficient / common) : p;
}

import type { SpinProof } from '../../api/gen/model';

/** One step of the draw: a number that was used, or thrown away because it was in the last, incomplete run. */
export interface Attempt {
  /** What the seed signed. */
  message: string;
  /** The signature, HMAC-SHA-256 in hexadecimal. */
  digest: string;
  /** Its first 8 bytes as a number. */
  number: bigint;
  isUsed: boolean;
}

/** A sector's share of the remainders: from (included) to (not included). */
export interface Share {
  code: string;
  weight: number;
  from: bigint;
  to: bigint;
}

/** The whole arithmetic of a spin. */
export interface Arithmetic {
  /** What was hashed for the commitment. */
  sealed: string;
  /** Its SHA-256 in hexadecimal. */
  commitment: string;
  attempts: Attempt[];
  /** The sum of the weights. */
  sum: bigint;
  /** Numbers from here on are thrown away. */
  limit: bigint;
  remainder: bigint;
  shares: Share[];
  /** The sector that the draw gives. */
  code: string;
}

const NUMBERS = 2n ** 64n;
const utf8 = new TextEncoder();

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  if (!/^([0-9a-f]{2})+$/.test(hex)) throw new Error('the seed is not hexadecimal');
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Whether this browser has what a check needs: pages that are not served safely have no WebCrypto. */
export function canCheck(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** Computes a spin from its proof, as the contract's SpinProof says. Throws on a proof that is none. */
export async function computeSpin({ seed, weights, requestId }: SpinProof): Promise<Arithmetic> {
  const sealed = `${seed}|${weights.map(({ code, weight }) => `${code}:${weight}`).join(',')}`;
  const commitment = hexOf(await crypto.subtle.digest('SHA-256', utf8.encode(sealed)));

  const shares: Share[] = [];
  let sum = 0n;
  for (const { code, weight } of weights) {
    shares.push({ code, weight, from: sum, to: sum + BigInt(weight) });
    sum += BigInt(weight);
  }
  if (sum <= 0n) throw new Error('the weights have no sum');
  const limit = NUMBERS - (NUMBERS % sum);

  const key = await crypto.subtle.importKey('raw', bytesOf(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const attempts: Attempt[] = [];
  let used: Attempt | undefined;
  while (!used) {
    const message = attempts.length === 0 ? requestId : `${requestId}:${attempts.length}`;
    const digest = hexOf(await crypto.subtle.sign('HMAC', key, utf8.encode(message)));
    const number = BigInt(`0x${digest.slice(0, 16)}`);
    const attempt = { message, digest, number, isUsed: number < limit };
    attempts.push(attempt);
    if (attempt.isUsed) used = attempt;
  }
  const remainder = used.number % sum;
  const share = shares.find(({ to }) => remainder < to);
  return { sealed, commitment, attempts, sum, limit, remainder, shares, code: share?.code ?? '' };
}

/** What a check found. */
export interface Verdict {
  arithmetic: Arithmetic;
  /** The commitment belongs to this seed and these weights. */
  isBound: boolean;
  /** The draw gives the sector that was won. */
  isDrawn: boolean;
}

/** Checks a spin: that what was fixed before is what was drawn from, and that the draw gives what was won. */
export async function checkSpin(proof: SpinProof, won: string): Promise<Verdict> {
  const arithmetic = await computeSpin(proof);
  return { arithmetic, isBound: arithmetic.commitment === proof.commitment, isDrawn: arithmetic.code === won };
}

// Checks spins of the prize wheel against what the contract (SpinProof) says, and shares nothing with the server: only
// WebCrypto, as browsers have it.
//   node verify.mjs < spins.jsonl
// Each line is a spin: {"code": the sector that won, "shown": the commitment that was shown before it (optional),
// "proof": its SpinProof}. Prints how many are right; the status is 1 and the wrong ones are named when one is not.
import { createInterface } from 'node:readline';

const { subtle } = globalThis.crypto;
const bytes = (text) => new TextEncoder().encode(text);
const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Gives the sector that a proof draws; throws where the proof contradicts itself. */
async function drawn({ requestId, seed, weights, commitment }) {
  if (!/^[0-9a-f]{64}$/.test(seed)) throw new Error('the seed is not 32 bytes');
  const published = `${seed}|${weights.map(({ code, weight }) => `${code}:${weight}`).join(',')}`;
  if (hex(await subtle.digest('SHA-256', bytes(published))) !== commitment)
    throw new Error('the commitment is of another seed or other weights');
  const raw = Uint8Array.from(seed.match(/../g), (pair) => Number.parseInt(pair, 16));
  const key = await subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const sum = weights.reduce((all, { weight }) => all + BigInt(weight), 0n);
  const span = 1n << 64n;
  for (let turn = 0; ; turn++) {
    const mac = await subtle.sign('HMAC', key, bytes(turn === 0 ? requestId : `${requestId}:${turn}`));
    const number = new DataView(mac).getBigUint64(0);
    if (number >= span - (span % sum)) continue;
    let rest = number % sum;
    for (const { code, weight } of weights) {
      if (rest < BigInt(weight)) return code;
      rest -= BigInt(weight);
    }
  }
}

let right = 0;
let wrong = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { code, shown, proof } = JSON.parse(line);
  try {
    if (shown !== undefined && shown !== proof.commitment) throw new Error('another commitment was shown before');
    const won = await drawn(proof);
    if (won !== code) throw new Error(`it draws ${won}, not ${code}`);
    right++;
  } catch (error) {
    wrong++;
    process.stderr.write(`${proof.requestId}: ${error.message}\n`);
  }
}
process.stdout.write(`${right} right, ${wrong} wrong\n`);
process.exitCode = wrong === 0 && right > 0 ? 0 : 1;

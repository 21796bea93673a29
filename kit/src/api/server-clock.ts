/** Below this the phone's clock counts as right: the Date header has a resolution of one second. */
const TOLERANCE_MS = 2000;

let offset = 0;

/** Learns how far the phone's clock is off from an answer's Date header; a countdown must not trust a wrong phone. */
export function noteServerDate(header: string | null, now = Date.now()): void {
  const server = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(server)) return;
  const difference = server - now;
  offset = Math.abs(difference) < TOLERANCE_MS ? 0 : difference;
}

/** The server's time in milliseconds since 1970, as well as this client knows it. */
export function serverNow(): number {
  return Date.now() + offset;
}

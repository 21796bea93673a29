import { randomInt } from 'node:crypto';

/**
 * The header by which a request comes from a household that was not seen before: the products believe this machine as a
 * proxy.
 */
export function fromNewAddress(): Record<string, string> {
  return { 'X-Forwarded-For': [10, randomInt(256), randomInt(256), randomInt(1, 255)].join('.') };
}

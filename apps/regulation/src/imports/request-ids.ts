import { createHash } from 'node:crypto';

const HOUR_MS = 3_600_000;

/**
 * Id of the request that a portion of an import is: a UUID of version 8, the same whenever it is made, so that rows that
 * repeat earlier ones are found by the index of requests.
 */
export function requestIdOf(key: string, portion: number): string {
  const bytes = createHash('sha256').update(`${key}/${portion}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return toUuid(bytes.toString('hex'));
}

/** The lowest id that a regulation can have which was made after that; clocks of instances may differ by an hour. */
export function lowestIdSince(at: Date): string {
  const milliseconds = (at.getTime() - HOUR_MS).toString(16).padStart(12, '0');
  return toUuid(`${milliseconds}70008000000000000000`);
}

function toUuid(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

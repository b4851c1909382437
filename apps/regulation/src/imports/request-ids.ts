import { createHash } from 'node:crypto';
import { uuidOf } from '@lethe/contracts';

/**
 * Returns a UUID of version 8, derived from the key of the import and the number of the portion.
 */
export function requestIdOf(key: string, portion: number): string {
  const bytes = createHash('sha256').update(`${key}/${portion}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return uuidOf(bytes.toString('hex'));
}

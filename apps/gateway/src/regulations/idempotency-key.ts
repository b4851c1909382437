import { FIXED_LIMITS, LetheError } from '@lethe/contracts';

const PRINTABLE = /^[\x20-\x7e]+$/;

/**
 * Reads the `Idempotency-Key` header.
 *
 * @throws LetheError `invalid_request` unless it is 1 to 255 printable ASCII characters
 */
export function readIdempotencyKey(
  header: string | readonly string[] | undefined,
): string | undefined {
  if (header === undefined) return undefined;
  const fits = typeof header === 'string' && header.length <= FIXED_LIMITS.idempotencyKeyLength;
  if (fits && PRINTABLE.test(header)) return header;
  const problem = `must be 1 to ${FIXED_LIMITS.idempotencyKeyLength} printable ASCII characters`;
  throw new LetheError('invalid_request', {
    message: `Idempotency-Key: ${problem}`,
    details: { 'Idempotency-Key': problem },
  });
}

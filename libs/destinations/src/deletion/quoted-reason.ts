import { oneLine } from '@lethe/contracts';

/** Maximum characters of a text from a destination. */
const LONGEST = 300;

/**
 * Returns a text from a destination as one short line, for a reason.
 *
 * @param value any value
 * @returns the line, or `undefined` if the value is not a text or an empty text
 */
export function quotedReason(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  // The text is cut first, so that `oneLine` does not scan a megabyte. If the cut splits a
  // surrogate pair, `oneLine` removes the half.
  const line = oneLine(value.slice(0, 4 * LONGEST));
  if (line === '') return undefined;
  if (line.length <= LONGEST) return line;
  // The second cut must not leave half of a surrogate pair.
  return `${line.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

import { oneLine } from '@lethe/contracts';

/** Characters of somebody else's words that are kept. */
const LONGEST = 300;

/**
 * Makes somebody else's words fit for a reason: one line, short.
 *
 * @param said anything; what is no text says nothing
 * @returns the text, or `undefined`
 */
export function quotedReason(said: unknown): string | undefined {
  if (typeof said !== 'string') return undefined;
  // Cut before and after: a pattern must not run over a megabyte, and escapes can be cut in two.
  const line = oneLine(said.slice(0, 4 * LONGEST));
  if (line === '') return undefined;
  if (line.length <= LONGEST) return line;
  // Not between the halves of a character.
  return `${line.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

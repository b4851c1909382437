import { ID_PATTERN } from '@lethe/contracts';

/** Whether a text can be an id at all; other texts need no lookup. */
export function isIdentifier(text: string): boolean {
  return ID_PATTERN.test(text);
}

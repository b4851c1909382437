import { ID_PATTERN } from '@lethe/contracts';

/** Whether a text can be an id at all; other texts need no lookup. */
export function isIdentifier(text: string): boolean {
  return ID_PATTERN.test(text);
}

/** A key of caches, of what belongs to a workspace. Unambiguous, as ids hold no slash. */
export function keyOf(workspaceId: string, id: string): string {
  return `${workspaceId}/${id}`;
}

import { ID_PATTERN } from '@lethe/contracts';

/** Returns whether a text can be an id. A text that cannot be an id needs no look-up. */
export function isIdentifier(text: string): boolean {
  return ID_PATTERN.test(text);
}

/**
 * Returns the cache key of a resource of a workspace. The key is unambiguous, because ids contain
 * no slash.
 */
export function keyOf(workspaceId: string, id: string): string {
  return `${workspaceId}/${id}`;
}

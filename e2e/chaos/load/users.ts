import { OTHER_WORKSPACE, WORKSPACE, IDS } from '../../support/workspaces.js';

const named = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => `${name}-${n}`);

/** Users who are suppressed at all sources, from before the first fault until the end. */
export const ALWAYS = named('always', 4);
/**
 * Users who are in no request of the first workspace. The other workspace suppresses the same ids.
 */
export const NEVER = named('never', 4);
/** A few users, so that their regulations overlap and their states change often. */
export const COMMON = named('common', 12);
/** Users of bulk requests. */
export const MANY = named('many', 300);
export const ACTIVE = [...ALWAYS, ...NEVER, ...COMMON, ...MANY.slice(0, 20)];

export const SOURCES = [IDS.web, IDS.app];

/** Returns an address with characters that must be URL-encoded. */
export function emailOf(userId: string): string {
  return `${userId}+lethe@users.example`;
}

/** Keys `workspace:user:source` for which index and filter are checked in a calm. */
export const CHECKED = [WORKSPACE, OTHER_WORKSPACE].flatMap((workspaceId) =>
  ACTIVE.flatMap((userId) =>
    (workspaceId === WORKSPACE ? SOURCES : [IDS.foreignSource]).map(
      (source) => `${workspaceId}:${userId}:${source}`,
    ),
  ),
);

/** Returns the keys that a request covers or lifts. */
export function keysOf(
  workspaceId: string,
  userId: string,
  sourceIds: readonly string[] | null | undefined,
): string[] {
  return (sourceIds ?? ['*']).map((source) => `${workspaceId}:${userId}:${source}`);
}

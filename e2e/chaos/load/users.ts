import { OTHER_WORKSPACE, WORKSPACE, IDS } from '../../support/workspaces.js';

const named = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => `${name}-${n}`);

/** Suppressed at all sources from before the first fault until the end. */
export const ALWAYS = named('always', 4);
/** Never in a request of the first workspace. The same ids are suppressed in the other one. */
export const NEVER = named('never', 4);
/** Few, so that regulations overlap and states change often. */
export const COMMON = named('common', 12);
/** Users of bulk requests. */
export const MANY = named('many', 300);
/** Users of events. */
export const ACTIVE = [...ALWAYS, ...NEVER, ...COMMON, ...MANY.slice(0, 20)];

export const SOURCES = [IDS.web, IDS.app];

/** An address with characters that must be URL-encoded. */
export function emailOf(userId: string): string {
  return `${userId}+lethe@users.example`;
}

/** `workspace:user:source` for which index and filter are checked in a calm. */
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

import { OTHER_WORKSPACE, WORKSPACE, IDS } from '../../support/workspaces.js';

const named = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => `${name}-${n}`);

/** Suppressed everywhere before anything goes wrong, and until the end. */
export const ALWAYS = named('always', 4);
/** Nobody asks for anything about them. The same ids are suppressed in the other workspace. */
export const NEVER = named('never', 4);
/** Few, so that regulations overlap and states change often. */
export const COMMON = named('common', 12);
/** Of bulk requests. */
export const MANY = named('many', 300);
/** Of whom events are sent. */
export const ACTIVE = [...ALWAYS, ...NEVER, ...COMMON, ...MANY.slice(0, 20)];

export const SOURCES = [IDS.web, IDS.app];

/** An address that holds what a URL has to encode. */
export function emailOf(userId: string): string {
  return `${userId}+lethe@people.example`;
}

/** `workspace:user:source` of whom index and filter are asked in the calm. */
export const ASKED = [WORKSPACE, OTHER_WORKSPACE].flatMap((workspaceId) =>
  ACTIVE.flatMap((userId) =>
    (workspaceId === WORKSPACE ? SOURCES : [IDS.foreignSource]).map(
      (source) => `${workspaceId}:${userId}:${source}`,
    ),
  ),
);

/** The keys that a request covers or lifts. */
export function keysOf(
  workspaceId: string,
  userId: string,
  sourceIds: readonly string[] | null | undefined,
): string[] {
  return (sourceIds ?? ['*']).map((source) => `${workspaceId}:${userId}:${source}`);
}

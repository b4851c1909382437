import { findDefinition } from '@lethe/destination-definitions';

/** Destination types that get all identifiers, because the receiver decides how it finds a user. */
const GET_ALL = new Set(['WEBHOOK', 'CUSTOM']);

/**
 * Returns the names of the identifiers that a worker gets for destinations of a type. Leaves out
 * identifiers that the destination cannot use.
 *
 * @returns names, always with `userId`; undefined if the worker gets all identifiers of the user
 */
export function identifiersFor(type: string): readonly string[] | undefined {
  const definition = findDefinition(type);
  if (GET_ALL.has(type) || definition?.provider === 'transformer') return undefined;
  return [...new Set(['userId', ...(definition?.capabilities.deletion.identifiers ?? [])])];
}

/** Returns true if a worker gets no identifier besides the `userId` for destinations of a type. */
export function takesUserIdOnly(type: string): boolean {
  return identifiersFor(type)?.every((name) => name === 'userId') === true;
}

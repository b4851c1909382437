import { findDefinition } from '@lethe/destination-definitions';

/** Types whose receiver decides by which identifiers it finds a user: it gets them all. */
const GET_ALL = new Set(['WEBHOOK', 'CUSTOM']);

/**
 * The identifiers that a worker gets for destinations of a type: no more than the type can use.
 *
 * @returns names, `userId` among them; undefined for all that were given
 */
export function identifiersFor(type: string): readonly string[] | undefined {
  const definition = findDefinition(type);
  if (GET_ALL.has(type) || definition?.provider === 'transformer') return undefined;
  return [...new Set(['userId', ...(definition?.capabilities.deletion.identifiers ?? [])])];
}

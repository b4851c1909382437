import { ACTIONS_DEFINITIONS } from './actions.definitions.js';
import type { DestinationDefinition } from '../definition/destination-definition.js';
import { HTTP_DEFINITIONS } from './http.definitions.js';
import { LISTED_DEFINITIONS } from './listed.definitions.js';

/** The definitions that are part of Lethe, in no particular sequence. */
export const BUILT_IN_DEFINITIONS: readonly DestinationDefinition[] = [
  ...ACTIONS_DEFINITIONS,
  ...HTTP_DEFINITIONS,
  ...LISTED_DEFINITIONS,
];
const BY_NAME = new Map(BUILT_IN_DEFINITIONS.map((definition) => [definition.name, definition]));

/**
 * Finds a definition that is part of Lethe. Does not find imported definitions, and can be called
 * before definitions are imported.
 *
 * @param name exact name of the type, in upper case
 */
export function findBuiltInDefinition(name: string): DestinationDefinition | undefined {
  return BY_NAME.get(name);
}

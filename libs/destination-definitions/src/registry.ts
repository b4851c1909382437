import { BUILT_IN_DEFINITIONS } from './destination-types/built-in-definitions.js';
import type { DestinationDefinition } from './definition/destination-definition.js';
import { parseDefinitions, type DefinitionProblem } from './imported/parse-definitions.js';

interface Registry {
  readonly all: readonly DestinationDefinition[];
  readonly byName: ReadonlyMap<string, DestinationDefinition>;
}

/** Made once, by the import or by the first who reads. */
let registry: Registry | undefined;

/**
 * Adds the operator's own definitions, for a transformer that serves them. They may take the place
 * of types of the actions library, and of no others. Called once, when a process starts.
 *
 * @param document what the operator wrote, as `GET /destination-definitions` shows it: a list, or
 *   an object with the list in `definitions`
 * @returns all that is wrong with it; nothing is imported unless the list is empty
 * @throws Error when definitions were read already: whoever read them would have missed these
 */
export function importDefinitions(document: unknown): readonly DefinitionProblem[] {
  if (registry !== undefined) throw new Error('Definitions are imported before they are read.');
  const { definitions, problems } = parseDefinitions(document);
  if (problems.length === 0) registry = createRegistry(definitions);
  return problems;
}

/** Every definition, ordered by name. */
export function allDefinitions(): readonly DestinationDefinition[] {
  return current().all;
}

/** @param name type of a destination, exactly as it is defined (upper case) */
export function findDefinition(name: string): DestinationDefinition | undefined {
  return current().byName.get(name);
}

/** What stands for types that are not defined here, in metrics. */
export const OTHER_TYPE = 'other';

/**
 * A type as the label of a metric: definitions are few and an operator's, while a destination may name anything.
 *
 * @param name type of a destination
 * @returns the type, or `OTHER_TYPE` where it is not defined
 */
export function typeLabel(name: string): string {
  return findDefinition(name) === undefined ? OTHER_TYPE : name;
}

function current(): Registry {
  registry ??= createRegistry([]);
  return registry;
}

function createRegistry(imported: readonly DestinationDefinition[]): Registry {
  const byName = new Map(
    [...BUILT_IN_DEFINITIONS, ...imported].map((definition) => [definition.name, definition]),
  );
  const all = [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { all: Object.freeze(all), byName };
}

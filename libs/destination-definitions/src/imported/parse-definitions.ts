import {
  BUILT_IN_DEFINITIONS,
  findBuiltInDefinition,
} from '../destination-types/built-in-definitions.js';
import type { DestinationDefinition } from '../definition/destination-definition.js';
import { definitionSchema } from './definition.schema.js';
import { describeIssue } from './members.js';
import { toDefinition } from './to-definition.js';

/** One thing that is wrong with imported definitions. */
export interface DefinitionProblem {
  /** Where, e.g. `[0].config.secretKeys[1]`; empty for the document as a whole. */
  readonly path: string;
  /** Completes a sentence that begins with the path. */
  readonly problem: string;
}

export interface ParsedDefinitions {
  /** In the order of the document. */
  readonly definitions: readonly DestinationDefinition[];
  readonly problems: readonly DefinitionProblem[];
}

/**
 * Reads definitions that an operator wrote, or that another Lethe listed. Of such a list what every
 * Lethe defines itself is passed over.
 *
 * @param document parsed JSON or YAML: a list, or an object with the list in `definitions`
 */
export function parseDefinitions(document: unknown): ParsedDefinitions {
  const { elements, prefix } = listOf(document);
  if (elements === undefined) {
    const problem = 'must be a list of definitions, or an object with that list in "definitions"';
    return { definitions: [], problems: [{ path: prefix, problem }] };
  }
  const problems: DefinitionProblem[] = [];
  const definitions: DestinationDefinition[] = [];
  const places = new Map<string, string>();
  elements.forEach((element, index) => {
    if (isBuiltIn(element)) return;
    const place = `${prefix}[${String(index)}]`;
    const add = (path: string, problem: string): void => {
      problems.push({ path: `${place}${path}`, problem });
    };
    const refusal = refuseName(element, places, place);
    if (refusal !== undefined) add('.name', refusal);
    const parsed = definitionSchema.safeParse(element, { error: describeIssue });
    for (const { path, message } of parsed.error?.issues ?? [])
      add(path.map(toStep).join(''), message);
    if (!parsed.success) return;
    const definition = toDefinition(parsed.data);
    if (isTaken(definition, definitions)) add('.id', `"${definition.id}" is another type's`);
    definitions.push(definition);
  });
  return { definitions, problems };
}

function listOf(document: unknown): { elements?: readonly unknown[]; prefix: string } {
  if (Array.isArray(document)) return { elements: document, prefix: '' };
  const list = memberOf(document, 'definitions');
  if (Array.isArray(list)) return { elements: list, prefix: 'definitions' };
  return { prefix: list === undefined ? '' : 'definitions' };
}

/** Whether a Lethe listed this as its own. Another version's may differ in detail. */
function isBuiltIn(element: unknown): boolean {
  const own = findBuiltInDefinition(String(memberOf(element, 'name')));
  if (own === undefined || memberOf(element, 'id') !== own.id) return false;
  return memberOf(element, 'provider') === own.provider;
}

/**
 * @param places of the names so far
 * @returns why there cannot be a definition of that name here
 */
function refuseName(element: unknown, places: Map<string, string>, place: string) {
  const name = memberOf(element, 'name');
  if (typeof name !== 'string') return undefined;
  const first = places.get(name);
  if (first !== undefined) return `"${name}" is defined already, at ${first}`;
  places.set(name, place);
  const own = findBuiltInDefinition(name);
  if (own === undefined || own.provider === 'actions') return undefined;
  return `"${name}" is a type of Lethe's own, which cannot be replaced`;
}

function isTaken({ id, name }: DestinationDefinition, before: readonly DestinationDefinition[]) {
  return [...BUILT_IN_DEFINITIONS, ...before].some(
    (other) => other.id === id && other.name !== name,
  );
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

function toStep(step: PropertyKey): string {
  if (typeof step === 'number') return `[${String(step)}]`;
  const name = String(step);
  return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

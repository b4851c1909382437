import { query } from 'jsonpath-rfc9535';
import parse from 'jsonpath-rfc9535/parser';
import type { JsonObject } from '@lethe/contracts';
import { isObject } from '@lethe/contracts/json';

/** A name or an index in a path that matches at most one value. */
export type Step = string | number;

export interface JsonPath {
  /** Steps of a path that matches at most one value; undefined for all other paths. */
  readonly steps: readonly Step[] | undefined;
  /** Set for a path with exactly one `[*]` in which all other steps are names or indexes. */
  readonly each: ListPath | undefined;
  /**
   * Returns the matched value, or undefined. If the path can match several values, returns an array
   * of all matched values, or undefined if no value matches.
   */
  read(value: JsonObject): unknown;
}

/** Path to a list, and path from a member of the list to a value. */
export interface ListPath {
  readonly list: readonly Step[];
  readonly member: readonly Step[];
}

/**
 * Limits for the cost of a path, because any user of a workspace can write paths. Under these
 * limits, each step of a path reads each value of the event only a few times. Two `..`, nested
 * filters, a filter that starts from `$`, or repeated selectors (`[*,*][*,*]`) would multiply the
 * cost. `match` and `search` are refused, because no limit bounds the cost of their regular
 * expressions. The most expensive allowed path takes about 0.4 s for a crafted event of 256 KiB.
 */
const MAX_LENGTH = 256;
const MAX_SEGMENTS = 16;
const MAX_SELECTORS = 4;

/** Returns whether a value of a configuration is a path and not a constant. */
export function isJsonPath(value: unknown): value is string {
  return typeof value === 'string' && /^\$[.[]/.test(value);
}

/**
 * Parses a JSONPath (RFC 9535).
 *
 * @throws Error. Its message continues a sentence that begins with the name of the field, such as
 *   `is not a valid JSONPath`
 */
export function parseJsonPath(text: string): JsonPath {
  if (text.length > MAX_LENGTH) {
    throw new Error(`is a JSONPath of more than ${String(MAX_LENGTH)} characters`);
  }
  const { path, segments } = parsed(text);
  checkCost(segments);
  const steps = stepsOf(segments);
  if (steps !== undefined) {
    return { steps, each: undefined, read: (value) => valueAt(value, steps) };
  }
  return {
    steps,
    each: eachOf(segments),
    read: (value) => {
      const found = query(value as Parameters<typeof query>[0], path);
      return found.length === 0 ? undefined : found;
    },
  };
}

interface ParsedPath {
  readonly path: string;
  readonly segments: readonly JsonObject[];
}

function parsed(text: string): ParsedPath {
  try {
    return { path: text, segments: parse(text).segments };
  } catch (cause) {
    const path = text.replace(QUOTED_NAME, '[$1]');
    if (path !== text) return parsed(path);
    throw new Error('is not a valid JSONPath', { cause });
  }
}

/** Dashboards write `$.'content-type'`, but RFC 9535 allows only `$['content-type']`. */
const QUOTED_NAME = /\.('[^'\\]*'|"[^"\\]*")/g;

function checkCost(segments: readonly JsonObject[]): void {
  let count = 0;
  let selectors = 1;
  const seen = { DescendantSegment: 0, FilterSelector: 0 };
  for (const node of nodesOf(segments)) {
    if (isSegment(node)) count += 1;
    if (node.type === 'DescendantSegment' || node.type === 'FilterSelector') seen[node.type] += 1;
    if (node.type === 'BracketedSelection') selectors *= (node.selectors as unknown[]).length;
    if (node.type === 'JsonPathQuery' || node.type === 'AbsSingularQuery') {
      throw new Error('is a JSONPath with "$" inside a filter, which is not supported');
    }
    if (node.type === 'FunctionExpr' && (node.name === 'match' || node.name === 'search')) {
      throw new Error('is a JSONPath with a regular expression, which is not supported');
    }
  }
  if (count > MAX_SEGMENTS || selectors > MAX_SELECTORS)
    throw new Error('is a JSONPath with too many segments or selectors');
  if (seen.DescendantSegment > 1 || seen.FilterSelector > 1) {
    throw new Error('is a JSONPath with more than one ".." or filter, which is not supported');
  }
}

function isSegment(node: JsonObject): boolean {
  return typeof node.type === 'string' && node.type.endsWith('Segment');
}

function* nodesOf(value: unknown): Generator<JsonObject> {
  if (isObject(value) && typeof value.type === 'string') yield value;
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) yield* nodesOf(member);
  }
}

function stepsOf(segments: readonly JsonObject[]): Step[] | undefined {
  const steps: Step[] = [];
  for (const { type, node } of segments) {
    const step = type === 'ChildSegment' ? stepOf(node as JsonObject) : undefined;
    if (step === undefined) return undefined;
    steps.push(step);
  }
  return steps;
}

function eachOf(segments: readonly JsonObject[]): ListPath | undefined {
  const at = segments.findIndex(isWildcard);
  const list = at < 0 ? undefined : stepsOf(segments.slice(0, at));
  const member = at < 0 ? undefined : stepsOf(segments.slice(at + 1));
  return list && member && { list, member };
}

function isWildcard({ type, node }: JsonObject): boolean {
  const { type: selector, selectors } = node as JsonObject;
  const [first, ...more] = selector === 'BracketedSelection' ? (selectors as JsonObject[]) : [];
  const isBracketed = first?.type === 'WildcardSelector' && more.length === 0;
  return type === 'ChildSegment' && (selector === 'WildcardSelector' || isBracketed);
}

function stepOf(node: JsonObject): Step | undefined {
  if (node.type === 'MemberNameShorthand') return node.value as string;
  const selectors = node.type === 'BracketedSelection' ? (node.selectors as JsonObject[]) : [];
  const [selector] = selectors;
  const isOne =
    selectors.length === 1 &&
    (selector?.type === 'NameSelector' || selector?.type === 'IndexSelector');
  return isOne ? (selector.value as Step) : undefined;
}

/** Returns the value to which the steps lead, or undefined. */
export function valueAt(value: unknown, steps: readonly Step[]): unknown {
  let current: unknown = value;
  for (const step of steps) {
    if (typeof step === 'number') current = Array.isArray(current) ? current.at(step) : undefined;
    else current = isObject(current) && Object.hasOwn(current, step) ? current[step] : undefined;
  }
  return current;
}

import { DetailsCollector, invalidMember, showKey, textProblem } from '@lethe/contracts';

/** Query parameters by name. A name that occurs several times has a list of values. */
export type Query = Readonly<Record<string, string | readonly string[]>>;

/**
 * Maximum number of parameters. Every endpoint has fewer parameters, and a check of 20 parameters
 * is cheap.
 */
const MAX_PARAMETERS = 20;

/**
 * Reads the query of a request target. Refuses invalid percent-encoding. The parser of the
 * framework would take it as literal text, and the answer could be about the wrong user.
 *
 * @throws LetheError `invalid_request` if a parameter is invalid, or if there are too many
 */
export function parseQuery(target: string): Query {
  const start = target.indexOf('?');
  const query: Record<string, string | string[]> = Object.create(null) as Record<string, string>;
  if (start === -1) return query;
  const problems = new DetailsCollector();
  const pairs = target.slice(start + 1).split('&', MAX_PARAMETERS + 1);
  if (pairs.length > MAX_PARAMETERS) {
    throw invalidMember('query', `must not hold more than ${MAX_PARAMETERS} parameters`);
  }
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = decode(equals === -1 ? '' : pair.slice(equals + 1));
    if (name === undefined) problems.add('query', 'has a name that is not percent-encoded UTF-8');
    else if (value === undefined) problems.add(showKey(name), 'is not percent-encoded UTF-8');
    else add(query, name, value, problems);
  }
  problems.throwIfAny();
  return query;
}

/** Returns the path of a request target, verbatim. */
export function pathOf(target: string): string {
  return target.split('?', 1)[0] ?? '';
}

function add(
  query: Record<string, string | string[]>,
  name: string,
  value: string,
  problems: DetailsCollector,
): void {
  const problem = textProblem(value);
  if (problem !== undefined) problems.add(showKey(name), problem);
  const before = query[name];
  query[name] = before === undefined ? value : [before, value].flat();
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined; // the caller reports the parameter
  }
}

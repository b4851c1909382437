import { LetheError, type DetailsCollector } from '@lethe/contracts';
import { reportUnknownNames } from '@lethe/api/definition';

/**
 * The members of a body. One that is not known is reported by name.
 *
 * @throws LetheError `invalid_request` when the body is no object
 */
export function membersOfBody(
  body: unknown,
  known: readonly string[],
  problems: DetailsCollector,
): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new LetheError('invalid_request', {
      message: 'The request body must be a JSON object.',
      details: { body: 'must be a JSON object' },
    });
  }
  reportUnknownNames(body, known, 'property', problems);
  // Inherited members are none of the body's.
  return Object.fromEntries(Object.entries(body));
}

/** A whole number within bounds, or what is used without it. */
export function readCount(
  path: string,
  given: unknown,
  bounds: { readonly least: number; readonly usual: number; readonly most: number },
  problems: DetailsCollector,
): number {
  if (given === undefined) return bounds.usual;
  const isOne = Number.isInteger(given);
  if (isOne && (given as number) >= bounds.least && (given as number) <= bounds.most) {
    return given as number;
  }
  problems.add(path, `must be a whole number from ${bounds.least} to ${bounds.most}`);
  return bounds.usual;
}

import { DetailsCollector, FIXED_LIMITS, LetheError } from '@lethe/contracts';
import { reportUnknownNames } from '../http/unknown-names.js';
import { validateDto } from '../http/validate-dto.js';

/** What answers have beside the input. It may come back, so that an answer can be edited and sent. */
const READ_ONLY = ['workspaceId', 'createdAt', 'updatedAt'];

export interface InputRules<T extends object> {
  readonly type: new () => T;
  /** Members of the type. */
  readonly names: readonly (keyof T & string)[];
}

/**
 * Checks the shape of a body.
 *
 * @param body as parsed, of any shape
 * @param id of the path, where there is one; an id in the body must be the same
 * @throws LetheError `invalid_request` naming each path
 */
export function readInput<T extends object>(
  body: unknown,
  { type, names }: InputRules<T>,
  id?: string,
): T {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new LetheError('invalid_request', {
      message: 'The request body must be a JSON object.',
      details: { body: 'must be a JSON object' },
    });
  }
  const problems = new DetailsCollector();
  const given = withoutReadOnly(body);
  reportUnknownNames(given, names, 'property', problems);
  const input = validateDto(type, given, names, problems);
  checkSize(input, 'config', FIXED_LIMITS.configBytes, 'bytes as JSON', problems);
  checkSize(input, 'code', FIXED_LIMITS.codeBytes, 'bytes in UTF-8', problems);
  const { id: givenId } = given as { id?: unknown };
  if (id !== undefined && givenId !== undefined && givenId !== id) {
    problems.add('id', 'must be that of the path, or absent: ids cannot be changed');
  }
  problems.throwIfAny();
  return input;
}

function withoutReadOnly(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !READ_ONLY.includes(name)));
}

function checkSize(
  input: object,
  name: string,
  limit: number,
  unit: string,
  problems: DetailsCollector,
): void {
  const value = (input as Readonly<Record<string, unknown>>)[name];
  if (value === undefined) return;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (Buffer.byteLength(text) > limit) {
    problems.add(name, `must not be longer than ${limit} ${unit}`);
  }
}

import { InvalidArgumentError } from 'commander';

/**
 * Reads an option that can be given several times.
 * @param text `name=value`
 * @param before values that were read before; a repeated name replaces its value
 * @throws InvalidArgumentError when there is no name
 */
export function addNamedValue(
  text: string,
  before: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const equals = text.indexOf('=');
  if (equals < 1) throw new InvalidArgumentError('It must look like name=value.');
  return { ...before, [text.slice(0, equals)]: text.slice(equals + 1) };
}

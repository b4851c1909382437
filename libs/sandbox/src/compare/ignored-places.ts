import { namesOfPointer } from '@lethe/contracts';

type Names = readonly string[];

/**
 * Returns the actual outputs for the comparison. Each ignored value is replaced by the expected
 * value, or removed if no value is expected.
 *
 * @param ignore JSON Pointers; a pointer to a value that does not exist has no effect
 */
export function withoutIgnored(
  expected: readonly object[],
  actual: readonly object[],
  ignore: readonly string[],
): unknown {
  return comparable(expected, actual, ignore.map(namesOfPointer));
}

function comparable(expected: unknown, actual: unknown, ignored: readonly Names[]): unknown {
  if (ignored.length === 0 || !isContainer(expected) || !isContainer(actual)) return actual;
  if (Array.isArray(expected) !== Array.isArray(actual)) return actual;
  const below = byFirstName(ignored);
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  const members = [...names].flatMap((name): [string, unknown][] => {
    const rest = below.get(name) ?? [];
    const isIgnored = rest.some((path) => path.length === 0);
    if (!Object.hasOwn(isIgnored ? expected : actual, name)) return [];
    return [[name, isIgnored ? expected[name] : comparable(expected[name], actual[name], rest)]];
  });
  return Array.isArray(actual) ? members.map(([, value]) => value) : Object.fromEntries(members);
}

function byFirstName(paths: readonly Names[]): ReadonlyMap<string, readonly Names[]> {
  const grouped = new Map<string, Names[]>();
  for (const [name = '', ...rest] of paths) {
    const group = grouped.get(name);
    if (group === undefined) grouped.set(name, [rest]);
    else group.push(rest);
  }
  return grouped;
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

import { namesOfPointer } from '@lethe/contracts';

type Names = readonly string[];

/**
 * What came out, as it is compared: at the ignored places it has what is expected there, or nothing where nothing is.
 *
 * @param ignore JSON Pointers; one that leads nowhere does nothing
 */
export function withoutIgnored(
  expected: readonly object[],
  actual: readonly object[],
  ignore: readonly string[],
): unknown {
  return looked(expected, actual, ignore.map(namesOfPointer));
}

function looked(expected: unknown, actual: unknown, ignored: readonly Names[]): unknown {
  if (ignored.length === 0 || !isContainer(expected) || !isContainer(actual)) return actual;
  if (Array.isArray(expected) !== Array.isArray(actual)) return actual;
  const below = byFirstName(ignored);
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  const members = [...names].flatMap((name): [string, unknown][] => {
    const rest = below.get(name) ?? [];
    const isIgnored = rest.some((path) => path.length === 0);
    if (!Object.hasOwn(isIgnored ? expected : actual, name)) return [];
    return [[name, isIgnored ? expected[name] : looked(expected[name], actual[name], rest)]];
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

/** An object or a list. */
function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

import { namesOfPointer } from '@lethe/contracts';
import type { CaseOutcome } from './case-outcome.js';

/** Maximum characters of a shown value or path. */
const MOST_CHARACTERS = 200;
/** Equal characters that are shown before the first difference of two long values. */
const CHARACTERS_BEFORE = 40;
/** Maximum number of shown differences of one test case. */
const MOST_DIFFERENCES = 20;

/**
 * Returns the differences between the expected and the actual output of a failed test case as lines:
 * the path of each difference, then the expected value after `-` and the actual value after `+`. A
 * missing line means that there is no value. Long values are shortened to the part that differs.
 */
export function describeDifferences({ testCase, result }: CaseOutcome): string[] {
  const { diff = [] } = result;
  if (diff.length === 0) return ['The answer of the API does not show the differences.'];
  const lines = diff.slice(0, MOST_DIFFERENCES).flatMap(({ op, path, value }) => {
    const expected = op === 'add' ? undefined : jsonOfValue(valueAt(testCase.expected, path));
    const actual = op === 'remove' ? undefined : jsonOfValue(value);
    const [before, after] = excerpts(expected, actual);
    return [
      shortened(path, 0) || '(the whole output)',
      ...(before === undefined ? [] : [`- ${before}`]),
      ...(after === undefined ? [] : [`+ ${after}`]),
    ];
  });
  const more = diff.length - MOST_DIFFERENCES;
  return more > 0 ? [...lines, `and ${more} more differences (--json shows all)`] : lines;
}

/** Returns the value at a JSON Pointer; undefined if there is none. */
function valueAt(root: unknown, pointer: string): unknown {
  if (pointer === '') return root;
  return namesOfPointer(pointer).reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined;
    return (value as Readonly<Record<string, unknown>>)[name];
  }, root);
}

function jsonOfValue(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

/** Shortens two values so that both show their first difference. */
function excerpts(
  expected: string | undefined,
  actual: string | undefined,
): (string | undefined)[] {
  const [one, other] = [expected ?? '', actual ?? ''];
  let same = 0;
  while (same < Math.min(one.length, other.length) && one[same] === other[same]) same += 1;
  const isLong = Math.max(one.length, other.length) > MOST_CHARACTERS;
  const start = isLong ? Math.max(0, same - CHARACTERS_BEFORE) : 0;
  return [expected, actual].map((text) => text && shortened(text, start));
}

function shortened(text: string, start: number): string {
  const end = start + MOST_CHARACTERS;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${text.length > end ? '…' : ''}`;
}

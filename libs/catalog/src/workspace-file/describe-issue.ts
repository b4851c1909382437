import type { z } from 'zod';

const EXPECTED: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'a map',
  record: 'a map',
  string: 'a string',
  boolean: 'true or false',
};

/**
 * Describes the problem of a value without repeating the value, because the value can be a secret.
 */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'is missing';
    return `must be ${EXPECTED[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'invalid_value') {
    return `must be ${issue.input === undefined ? 'given: ' : ''}one of ${issue.values.map(String).join(', ')}`;
  }
  return undefined;
}

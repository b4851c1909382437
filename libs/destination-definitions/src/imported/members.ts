import { didYouMean } from '@lethe/contracts';
import { z } from 'zod';

/** Returns a schema for an object that can have only these members. */
export function members<S extends z.ZodRawShape>(shape: S) {
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined;
      return issue.keys
        .map((key) => `has an unknown member "${key}"${didYouMean(key, Object.keys(shape))}`)
        .join('; ');
    },
  });
}

const EXPECTED: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  record: 'an object',
  string: 'a string',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
};

/** Returns the end of a sentence that begins with the path of the value, such as `is missing`. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing';
      return `must be ${EXPECTED[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `${issue.input === undefined ? 'is missing: it ' : ''}must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `must ${issue.origin === 'array' ? 'hold' : 'be'} at least ${String(issue.minimum)}`;
    case 'too_big':
      return `must ${issue.origin === 'array' ? 'hold' : 'be'} at most ${String(issue.maximum)}`;
    default:
      return undefined;
  }
}

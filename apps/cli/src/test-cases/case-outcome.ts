import type { TestCaseResultDto } from '@lethe/api/catalog';
import { z } from 'zod';
import type { RunnableCase } from './runnable-case.js';

/** A type and not the value of the API's definition, which would load its whole validation. */
const STATUSES = ['passed', 'failed', 'error'] satisfies TestCaseResultDto['status'][];

/**
 * Result of one test case. It is checked, because a result with an unknown status must not look like
 * one that passed.
 */
const RESULT = z.looseObject({
  status: z.enum(STATUSES),
  diff: z
    .array(z.looseObject({ op: z.string(), path: z.string(), value: z.unknown().optional() }))
    .optional(),
  error: z
    .looseObject({
      message: z.string(),
      line: z.number().optional(),
      column: z.number().optional(),
      library: z.string().optional(),
    })
    .optional(),
});

/** Answer to a request that runs exactly one test case. */
export const RUN_OF_ONE = z.looseObject({ results: z.tuple([RESULT]) });

export type CaseResult = z.infer<typeof RESULT>;

/** A test case with its result. */
export interface CaseOutcome {
  readonly testCase: RunnableCase;
  readonly result: CaseResult;
  /** Milliseconds from the request to its answer. */
  readonly ms: number;
}

/** Numbers of test cases by their status, with the names that the API uses. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
}

export function countsOf(outcomes: readonly CaseOutcome[]): Counts {
  const number = (status: CaseResult['status']) =>
    outcomes.filter(({ result }) => result.status === status).length;
  return { passed: number('passed'), failed: number('failed'), errors: number('error') };
}

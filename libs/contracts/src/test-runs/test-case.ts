import type { JsonObject } from '../texts/json.js';

/** Stages that a test case can run. None of them sends anything to a destination. */
export const TEST_CASE_STAGES = ['user_transform', 'dest_transform'] as const;
export type TestCaseStage = (typeof TEST_CASE_STAGES)[number];

/** One resulting event and its requests. A stage that did not run has no member. */
export interface TestCaseOutput {
  readonly event?: unknown;
  readonly requests?: unknown;
}

export interface TestCaseContent {
  readonly event: JsonObject;
  readonly stages: readonly TestCaseStage[];
  /** Empty if the event must be dropped. */
  readonly expected: readonly TestCaseOutput[];
  /** JSON Pointers (RFC 6901) to parts of the result that are not compared. */
  readonly ignore: readonly string[];
}

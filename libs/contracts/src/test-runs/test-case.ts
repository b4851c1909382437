import type { JsonObject } from '../texts/json.js';

/** Stages that a test case can have run; none of them sends anything. */
export const TEST_CASE_STAGES = ['user_transform', 'dest_transform'] as const;
export type TestCaseStage = (typeof TEST_CASE_STAGES)[number];

/** One event that comes out of the stages, and the requests that are made of it: what did not run has no member. */
export interface TestCaseOutput {
  readonly event?: unknown;
  readonly requests?: unknown;
}

/** An event, what it goes through, and what has to come out. */
export interface TestCaseContent {
  readonly event: JsonObject;
  readonly stages: readonly TestCaseStage[];
  /** None where the event has to be dropped. */
  readonly expected: readonly TestCaseOutput[];
  /** JSON Pointers (RFC 6901) into what comes out: what is there is not compared. */
  readonly ignore: readonly string[];
}

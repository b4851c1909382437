/**
 * Milliseconds from the request until the gateway stops waiting for results. An operator can set at
 * most this value.
 */
const ANSWER_MS = 30_000;
/** Milliseconds in which the last results must reach the gateway. */
const WAY_BACK_MS = 5_000;

/** Times of a test run in milliseconds. */
export const TEST_RUN_TIMES = {
  /** Time from the request until the runner stops the run. */
  run: ANSWER_MS - WAY_BACK_MS,
  resultTransfer: WAY_BACK_MS,
  answer: ANSWER_MS,
} as const;

/** From the request to the moment at which the gateway gives up: the longest that an operator may set. */
const ANSWER_MS = 30_000;
/** What the runner's last results have to come back. */
const WAY_BACK_MS = 5_000;

/** The clock of a test run, in milliseconds. */
export const TEST_RUN_TIMES = {
  /** From the request to the moment at which the runner stops. */
  run: ANSWER_MS - WAY_BACK_MS,
  wayBack: WAY_BACK_MS,
  answer: ANSWER_MS,
} as const;

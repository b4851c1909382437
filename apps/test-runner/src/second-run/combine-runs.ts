import type { StageError, TestResult, TestResultData } from '@lethe/contracts';
import { LEFT_OUT } from '../results/fit-result.js';
import { takeOverTimes } from './take-over-times.js';
import { DEADLINE_BEFORE_STAGE, DEFECT, SANDBOX_BUSY, stageError } from '../stages/stage-errors.js';

/** Errors of the first run that are shown as they are: they hold no secret, and depend on none. */
const OURS: ReadonlySet<unknown> = new Set([
  DEADLINE_BEFORE_STAGE,
  DEFECT,
  SANDBOX_BUSY,
  LEFT_OUT.error,
]);

const NOT_SHOWN = stageError(
  'Not shown: made a second time, with stand-ins for the secrets, it comes out otherwise than what was sent. The scope catalog:write shows that.',
);

/** The results of one test's two runs. */
export interface SentAndSecondRun {
  /** Of the first run, which sent, with the real secrets. */
  readonly sent: TestResult;
  /** Of the second run, which sent nothing, with stand-ins for the secrets. */
  readonly again: TestResult;
  /** Takes secrets out of the answers to requests that had some in them; absent where none can be in there. */
  readonly hide: ((answered: TestResultData) => TestResultData) | undefined;
}

/**
 * Puts the result together that is shown: the payloads and logs of the second run with the times of the
 * first one, and the answers that the first one got. Where the second run made something else than the
 * first, an error stands in the place of the payload.
 */
export function combineRuns({ sent, again, hide = same }: SentAndSecondRun): TestResult {
  const isSameCount = again.data.length === sent.data.length;
  const data = sent.data.map((tried, index): TestResultData => {
    const made = isSameCount ? again.data[index] : undefined;
    const answered = pick(tried, [
      'destination_response',
      'destination_response_status',
      'destination_response_truncated',
    ]);
    if (isOurs(tried.user_transformed_payload)) return { ...pick(tried, PAYLOADS), ...answered };
    if (made === undefined) return { ...notShown(tried), ...hide(answered) };
    const shown = payloadsOf(made, tried);
    return { ...shown, ...(isSecretFree(shown, tried) ? answered : hide(answered)) };
  });
  return { ...sent, data };
}

const same = (answered: TestResultData): TestResultData => answered;

function payloadsOf(made: TestResultData, tried: TestResultData): TestResultData {
  const isOther =
    isError(made.user_transformed_payload) !== isError(tried.user_transformed_payload);
  const shown = pick(made, [
    'user_transformed_payload',
    'user_transformation_logs',
    'dest_transformed_payload',
  ]);
  if (isOther) return { ...shown, ...notShown(tried) };
  const dest = pick(tried, DEST);
  if (isOurs(dest.dest_transformed_payload)) return takeOverTimes({ ...shown, ...dest }, tried);
  const isOtherwise = countOf(made) !== countOf(tried);
  return takeOverTimes({ ...shown, ...(isOtherwise ? notShown(dest) : {}) }, tried);
}

const DEST = ['dest_transformed_payload'] as const;
const PAYLOADS = ['user_transformed_payload', ...DEST] as const;

/** Instead of a payload of the first run: how it differs from the second would tell what the secrets are. */
function notShown(tried: TestResultData): TestResultData {
  return {
    ...('user_transformed_payload' in tried ? { user_transformed_payload: NOT_SHOWN } : {}),
    ...('dest_transformed_payload' in tried ? { dest_transformed_payload: NOT_SHOWN } : {}),
  };
}

/** Whether the first run sent, to the last character, what a run without any secret makes. */
function isSecretFree(shown: TestResultData, tried: TestResultData): boolean {
  const requests = shown.dest_transformed_payload;
  if (!Array.isArray(requests) || requests.some(isError)) return false;
  return JSON.stringify(requests) === JSON.stringify(tried.dest_transformed_payload);
}

/** @returns how many requests were made; -1 when none could be */
function countOf({ dest_transformed_payload: payload }: TestResultData): number {
  return Array.isArray(payload) ? payload.filter((request) => !isError(request)).length : -1;
}

function isError(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && Object.keys(payload).join() === 'error';
}

function isOurs(payload: unknown): boolean {
  return isError(payload) && OURS.has((payload as StageError).error);
}

function pick(data: TestResultData, names: readonly (keyof TestResultData)[]): TestResultData {
  return Object.fromEntries(
    names.flatMap((name) => (data[name] === undefined ? [] : [[name, data[name]]])),
  );
}

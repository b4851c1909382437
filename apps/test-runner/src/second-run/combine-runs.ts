import type { StageError, TestResult, TestResultData } from '@lethe/contracts';
import { LEFT_OUT } from '../results/fit-result.js';
import { takeOverTimes } from './take-over-times.js';
import { DEADLINE_BEFORE_STAGE, DEFECT, SANDBOX_BUSY, stageError } from '../stages/stage-errors.js';

/**
 * Errors of the first run that are shown unchanged, because they neither contain secrets nor depend
 * on secrets.
 */
const SHOWN_ERRORS: ReadonlySet<unknown> = new Set([
  DEADLINE_BEFORE_STAGE,
  DEFECT,
  SANDBOX_BUSY,
  LEFT_OUT.error,
]);

const NOT_SHOWN = stageError(
  'Not shown: a second run with placeholders instead of the secrets gave another result than the run that was sent. A token with the scope catalog:write shows the result that was sent.',
);

/** Results of the two runs of one test. */
export interface SentAndSecondRun {
  /** Result of the first run, which sent requests with the real secrets. */
  readonly sent: TestResult;
  /** Result of the second run, which sent nothing and had placeholders for the secrets. */
  readonly again: TestResult;
  /**
   * Masks secrets in answers to requests that contained secrets; undefined if the answers need no
   * mask.
   */
  readonly hide: ((answered: TestResultData) => TestResultData) | undefined;
}

/**
 * Returns the result to show. Payloads and logs come from the second run. Times and answers come
 * from the first run. If only one run failed, or their numbers of events or requests differ, an
 * error replaces the payload.
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
    if (isShown(tried.user_transformed_payload)) return { ...pick(tried, PAYLOADS), ...answered };
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
  if (isShown(dest.dest_transformed_payload)) return takeOverTimes({ ...shown, ...dest }, tried);
  const isOtherwise = countOf(made) !== countOf(tried);
  return takeOverTimes({ ...shown, ...(isOtherwise ? notShown(dest) : {}) }, tried);
}

const DEST = ['dest_transformed_payload'] as const;
const PAYLOADS = ['user_transformed_payload', ...DEST] as const;

/** Replaces payloads by an error, because a difference between the runs could reveal secrets. */
function notShown(tried: TestResultData): TestResultData {
  return {
    ...('user_transformed_payload' in tried ? { user_transformed_payload: NOT_SHOWN } : {}),
    ...('dest_transformed_payload' in tried ? { dest_transformed_payload: NOT_SHOWN } : {}),
  };
}

/**
 * Returns true if the requests of both runs are equal. These requests contain no secret, because
 * the second run had no secrets.
 */
function isSecretFree(shown: TestResultData, tried: TestResultData): boolean {
  const requests = shown.dest_transformed_payload;
  if (!Array.isArray(requests) || requests.some(isError)) return false;
  return JSON.stringify(requests) === JSON.stringify(tried.dest_transformed_payload);
}

/** @returns number of requests; -1 if the transformation failed */
function countOf({ dest_transformed_payload: payload }: TestResultData): number {
  return Array.isArray(payload) ? payload.filter((request) => !isError(request)).length : -1;
}

function isError(payload: unknown): boolean {
  return typeof payload === 'object' && payload !== null && Object.keys(payload).join() === 'error';
}

function isShown(payload: unknown): boolean {
  return isError(payload) && SHOWN_ERRORS.has((payload as StageError).error);
}

function pick(data: TestResultData, names: readonly (keyof TestResultData)[]): TestResultData {
  return Object.fromEntries(
    names.flatMap((name) => (data[name] === undefined ? [] : [[name, data[name]]])),
  );
}

import type { StageError, TestResult, TestResultData } from '@lethe/contracts';
import { LEFT_OUT } from './fit-result.js';
import { keepTimes } from './keep-times.js';
import { DEADLINE_BEFORE_STAGE, DEFECT, SANDBOX_BUSY, stageError } from './stages/stage-errors.js';

/** Nothing of a secret is in these, and none decides on them: they are shown as they are. */
const OURS: ReadonlySet<unknown> = new Set([
  DEADLINE_BEFORE_STAGE,
  DEFECT,
  SANDBOX_BUSY,
  LEFT_OUT.error,
]);

const NOT_SHOWN = stageError(
  'Not shown: made a second time, with stand-ins for the secrets, it comes out otherwise than what was sent. The scope catalog:write shows that.',
);

/** What the second run, with stand-ins, has of a result, and what became of the first, which sent. */
export interface ShownOfSent {
  readonly sent: TestResult;
  readonly again: TestResult;
  /** Takes secrets out of what came back for requests that had some in them; absent where none can be. */
  readonly hide: ((answered: TestResultData) => TestResultData) | undefined;
}

/**
 * The result that is shown: payloads and logs of the run with stand-ins, with the times of the one that
 * sent, and the answers to that one. Where the two are not of the same make, no payload.
 */
export function shownOfSent({ sent, again, hide = same }: ShownOfSent): TestResult {
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
  if (isOurs(dest.dest_transformed_payload)) return keepTimes({ ...shown, ...dest }, tried);
  const isOtherwise = countOf(made) !== countOf(tried);
  return keepTimes({ ...shown, ...(isOtherwise ? notShown(dest) : {}) }, tried);
}

const DEST = ['dest_transformed_payload'] as const;
const PAYLOADS = ['user_transformed_payload', ...DEST] as const;

/** Not what it says: that one would tell what the secrets have to do with it. */
function notShown(tried: TestResultData): TestResultData {
  return {
    ...('user_transformed_payload' in tried ? { user_transformed_payload: NOT_SHOWN } : {}),
    ...('dest_transformed_payload' in tried ? { dest_transformed_payload: NOT_SHOWN } : {}),
  };
}

/** Whether what was sent is, to the last character, what a run without any secret makes. */
function isSecretFree(shown: TestResultData, tried: TestResultData): boolean {
  const requests = shown.dest_transformed_payload;
  if (!Array.isArray(requests) || requests.some(isError)) return false;
  return JSON.stringify(requests) === JSON.stringify(tried.dest_transformed_payload);
}

/** How many requests, or that there are none for a reason. */
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

import type {
  StageError,
  TestResult,
  TestResultData,
  TransformedTestEvent,
} from '@lethe/contracts';
import type { CodePlace, TransformationOutcome } from '@lethe/sandbox';

/** What came of one event. */
export interface TestedEvent {
  /** Its `data` as a test of a destination has it. */
  readonly result: TestResult;
  /** What the sandbox said; absent where it was not asked, or did not come to it. */
  readonly outcome: TransformationOutcome | undefined;
  readonly ms: number;
}

/**
 * @param tested an event and what its run said
 * @param data what may be shown of its result
 */
export function toTransformedEvent(
  { result, outcome, ms }: TestedEvent,
  data: readonly TestResultData[],
): TransformedTestEvent {
  const [first] = data;
  const logs = (first?.user_transformation_logs ?? []).map((text, index) => ({
    text,
    ...placeOf(outcome?.places?.[index]),
  }));
  const shown = { logs, ms: Math.round(ms * 100) / 100 };
  if (outcome?.status === 'ok' && outcome.events.length === 0) {
    return { output: [], dropped: true, ...shown };
  }
  const error = failureOf(result.data[0]);
  if (outcome?.status !== 'ok' && error !== undefined) {
    const message = (first?.user_transformed_payload as StageError | undefined)?.error ?? error;
    const place = outcome?.status === 'failed' ? placeOf(outcome.place) : {};
    return { output: [], dropped: false, ...shown, error: { message, ...place } };
  }
  const output = data.map(
    ({ user_transformed_payload: event, dest_transformed_payload: requests }) => ({
      ...(event === undefined ? {} : { event }),
      ...(requests === undefined ? {} : { requests }),
    }),
  );
  return { output, dropped: false, ...shown };
}

/** Of the transformation itself, before anything was masked or left out. */
function failureOf(data: TestResultData | undefined): string | undefined {
  const payload = data?.user_transformed_payload as Partial<StageError> | undefined;
  return typeof payload?.error === 'string' ? payload.error : undefined;
}

function placeOf(place: CodePlace | null | undefined): Partial<CodePlace> {
  return place ?? {};
}

import type {
  StageError,
  TestResult,
  TestResultData,
  TransformedTestEvent,
} from '@lethe/contracts';
import type { CodePlace, TransformationOutcome } from '@lethe/sandbox';

/** Result of one event. */
export interface TestedEvent {
  /** Result with `data` as in a test of a destination. */
  readonly result: TestResult;
  /** Outcome of the sandbox; undefined if the code did not run, or the sandbox failed. */
  readonly outcome: TransformationOutcome | undefined;
  readonly ms: number;
}

/**
 * @param tested result and outcome of an event
 * @param data part of the result that the caller is allowed to see
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

/** Returns the error of the transformation before it was masked or cut. */
function failureOf(data: TestResultData | undefined): string | undefined {
  const payload = data?.user_transformed_payload as Partial<StageError> | undefined;
  return typeof payload?.error === 'string' ? payload.error : undefined;
}

function placeOf(place: CodePlace | null | undefined): Partial<CodePlace> {
  return place ?? {};
}

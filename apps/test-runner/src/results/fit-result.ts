import type { TestResult, TestResultData } from '@lethe/contracts';

/** Maximum bytes of one result record. The broker accepts 1 MB. */
export const MAX_RESULT_BYTES = 900 * 1024;

/** Replaces a member that is too large. */
export const LEFT_OUT = {
  error: `Left out: the result of one destination may have at most ${MAX_RESULT_BYTES / 1024} KiB.`,
};

/**
 * Members that can be large. The most useful members come first, because `fitResult` gives them
 * space first.
 */
const LARGE = [
  'user_transformed_payload',
  'dest_transformed_payload',
  'destination_response',
  'user_transformation_logs',
] as const satisfies readonly (keyof TestResultData)[];

/** Bytes that are reserved for the other members of the record, and for names and statuses. */
const ENVELOPE_BYTES = 4_096;

/**
 * Returns a result that fits in one record. Each member that does not fit is replaced by
 * `LEFT_OUT`.
 */
export function fitResult(result: TestResult, maxBytes = MAX_RESULT_BYTES): TestResult {
  if (bytesOf(result) + ENVELOPE_BYTES <= maxBytes) return result;
  const reserved = bytesOf({ ...result, data: result.data.map(withoutLarge) }) + ENVELOPE_BYTES;
  let left = maxBytes - reserved;
  const data = result.data.map((element) => {
    const fitted: TestResultData = { ...element };
    for (const name of LARGE) {
      if (element[name] === undefined) continue;
      const bytes = bytesOf(element[name]);
      if (bytes <= left) left -= bytes;
      else leaveOut(fitted, name);
    }
    return fitted;
  });
  return { ...result, data };
}

/**
 * Limits the memory of a run before `fitResult`, because a transformation can turn one event into a
 * thousand events.
 *
 * @param elements expected number of elements; a single element is not limited
 * @returns a function that gets the elements in sequence, and removes the large members of elements
 * that cannot fit
 */
export function keepBounded(
  elements: number,
  maxBytes = MAX_RESULT_BYTES,
): (element: TestResultData) => TestResultData {
  if (elements <= 1) return (element) => element;
  let left = 2 * maxBytes; // twice, because the later masking changes the size
  return (element) => {
    const isFull = left < 0;
    left -= bytesOf(element);
    return isFull ? withoutLarge(element) : element;
  };
}

function withoutLarge(element: TestResultData): TestResultData {
  const small: TestResultData = { ...element };
  for (const name of LARGE) if (small[name] !== undefined) leaveOut(small, name);
  return small;
}

function leaveOut(element: TestResultData, name: (typeof LARGE)[number]): void {
  if (name === 'user_transformation_logs') element[name] = [LEFT_OUT.error];
  else element[name] = LEFT_OUT;
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

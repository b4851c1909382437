import type { TestResult, TestResultData } from '@lethe/contracts';

/** Bytes of one result record; the broker takes 1 MB. */
export const MAX_RESULT_BYTES = 900 * 1024;

/** Stands in the place of a member that is too large. */
export const LEFT_OUT = {
  error: `Left out: the result of a destination is at most ${MAX_RESULT_BYTES / 1024} KiB.`,
};

/** Members that may be large, the ones that explain the others first. */
const LARGE = [
  'user_transformed_payload',
  'dest_transformed_payload',
  'destination_response',
  'user_transformation_logs',
] as const satisfies readonly (keyof TestResultData)[];

/** What the record adds around the result, and what a name and a status cost. */
const ENVELOPE_BYTES = 4_096;

/**
 * Makes a result fit in one record. What does not fit any more becomes `{ error }`; what came
 * before it stays whole.
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
 * Bounds what a run keeps until its result is made to fit: a transformation makes up to a thousand
 * events out of one.
 *
 * @param elements how many there will be; of one there is nothing to keep
 * @returns a function that takes the elements in their order; it leaves out what cannot fit
 */
export function keepBounded(
  elements: number,
  maxBytes = MAX_RESULT_BYTES,
): (of: TestResultData) => TestResultData {
  if (elements <= 1) return (element) => element;
  let left = 2 * maxBytes; // what fits is decided later, when all is masked
  return (element) => {
    const isFull = left < 0;
    left -= bytesOf(element);
    return isFull ? withoutLarge(element) : element;
  };
}

/** The element without all that may be large. */
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

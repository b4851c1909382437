import { MAX_RESULT_BYTES, type TestResult, type TestResultData } from '@lethe/contracts';

const LEFT_OUT = {
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
      else if (name === 'user_transformation_logs') fitted[name] = [LEFT_OUT.error];
      else fitted[name] = LEFT_OUT;
    }
    return fitted;
  });
  return { ...result, data };
}

/** As small as the element can get. */
function withoutLarge(element: TestResultData): Record<string, unknown> {
  const small: Record<string, unknown> = { ...element };
  for (const name of LARGE) if (small[name] !== undefined) small[name] = LEFT_OUT;
  return small;
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

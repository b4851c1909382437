import { isUtf8 } from 'node:buffer';
import {
  excessOfJson,
  FIXED_LIMITS,
  isStorable,
  LetheError,
  refuseUnstorable,
} from '@lethe/contracts';
import { CHARACTERS_OF_A_STEP, parseInSteps } from '@lethe/resilience';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Parses a request body. Of duplicate keys the last wins; `__proto__` arrives as an ordinary own
 * key, so that validation can refuse it. Messages never quote the body.
 *
 * @throws LetheError `invalid_json` for what cannot be read, `invalid_request` for what cannot be
 *   stored
 */
export function parseJson(body: Buffer, maxDepth: number = FIXED_LIMITS.jsonDepth): unknown {
  refuseUnreadable(body, maxDepth);
  const value = orInvalid(() => JSON.parse(body.toString('utf8')) as unknown);
  refuseUnstorable(value);
  return value;
}

/** The same in steps, as a large body takes longer than others may wait. */
export async function parseLargeJson(body: Buffer, maxDepth?: number): Promise<unknown> {
  refuseUnreadable(body, maxDepth);
  const unstorable: unknown[] = [];
  const parsing = parseInSteps(body.toString('utf8'), (piece) => {
    if (unstorable.length === 0 && !isStorable(piece)) unstorable.push(piece);
  });
  const value = await parsing.catch((error: unknown) =>
    orInvalid(() => {
      throw error;
    }),
  );
  if (unstorable.length > 0) refuseUnstorable(value);
  return value;
}

/** Whether a body is parsed in one step. */
export function isSmall(body: Buffer): boolean {
  return body.length <= CHARACTERS_OF_A_STEP;
}

function refuseUnreadable(body: Buffer, maxDepth: number = FIXED_LIMITS.jsonDepth): void {
  if (body.length === 0) throw invalidJson('The request body is empty.');
  if (!isUtf8(body)) throw invalidJson('The request body is not valid UTF-8.');
  if (body.subarray(0, 3).equals(BYTE_ORDER_MARK)) {
    throw invalidJson('The request body begins with a byte order mark. Send it without.');
  }
  refuseExcess(body, maxDepth);
}

/** Bytes of a body for each value, where an operator allows more than 8 MiB. */
const BYTES_OF_VALUE = 32;

/** What makes a body costly is how many values and names it has: they are counted before it is parsed. */
function refuseExcess(body: Buffer, levels: number): void {
  const values = Math.max(FIXED_LIMITS.jsonValues, Math.floor(body.length / BYTES_OF_VALUE));
  const names = FIXED_LIMITS.jsonNames;
  const excess = excessOfJson(body, { levels, values, names });
  if (excess === undefined) return;
  throw invalidJson(
    {
      levels: `The request body nests deeper than ${levels} levels.`,
      values: `The request body holds more than ${values} values.`,
      names: `The members of the request body have more than ${names} different names.`,
    }[excess],
  );
}

function orInvalid(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    // V8's message quotes the text around the error; only the position may leave.
    const position = /position (\d+)/.exec((error as Error).message)?.[1];
    throw invalidJson(
      position === undefined
        ? 'The request body is not valid JSON.'
        : `The request body is not valid JSON (at character ${position}).`,
    );
  }
}

function invalidJson(message: string): LetheError {
  return new LetheError('invalid_json', { message });
}

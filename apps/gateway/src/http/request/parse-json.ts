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
 * Parses a request body. If a key occurs several times, its last value is used. `__proto__` becomes
 * an ordinary key of the object, so that the validation can refuse this key. Messages never quote
 * the body.
 *
 * @throws LetheError `invalid_json` if the body is unreadable, `invalid_request` if a value cannot
 * be stored
 */
export function parseJson(body: Buffer, maxDepth: number = FIXED_LIMITS.jsonDepth): unknown {
  refuseUnreadable(body, maxDepth);
  const value = orInvalid(() => JSON.parse(body.toString('utf8')) as unknown);
  refuseUnstorable(value);
  return value;
}

/**
 * Does the same as `parseJson`, but in steps. Other requests do not wait while a large body is
 * parsed.
 */
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

/** Returns whether a body is parsed in one step. */
export function isSmall(body: Buffer): boolean {
  return body.length <= CHARACTERS_OF_A_STEP;
}

function refuseUnreadable(body: Buffer, maxDepth: number = FIXED_LIMITS.jsonDepth): void {
  if (body.length === 0) throw invalidJson('The request body is empty.');
  if (!isUtf8(body)) throw invalidJson('The request body is not valid UTF-8.');
  if (body.subarray(0, 3).equals(BYTE_ORDER_MARK)) {
    throw invalidJson('The request body begins with a byte order mark. Send it without this mark.');
  }
  refuseExcess(body, maxDepth);
}

/**
 * Minimum average bytes of a value. If an operator allows bodies above 8 MiB, these bodies can have
 * more values.
 */
const BYTES_OF_VALUE = 32;

/**
 * Refuses a body with too many levels, values or names. They are counted before the body is parsed,
 * because they make the parsing costly.
 */
function refuseExcess(body: Buffer, levels: number): void {
  const values = Math.max(FIXED_LIMITS.jsonValues, Math.floor(body.length / BYTES_OF_VALUE));
  const names = FIXED_LIMITS.jsonNames;
  const excess = excessOfJson(body, { levels, values, names });
  if (excess === undefined) return;
  throw invalidJson(
    {
      levels: `The request body is nested deeper than ${levels} levels.`,
      values: `The request body has more than ${values} values.`,
      names: `The members of the request body have more than ${names} different names.`,
    }[excess],
  );
}

function orInvalid(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    // The answer shows only the position, because the message of V8 quotes the text around the
    // error.
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

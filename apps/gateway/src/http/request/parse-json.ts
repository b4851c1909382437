import { isUtf8 } from 'node:buffer';
import { FIXED_LIMITS, jsonNestsDeeperThan, LetheError, refuseUnstorable } from '@lethe/contracts';
import { jsonHoldsMoreThan } from '@lethe/contracts/bounds';

/** Where an operator raises the limit of bodies, they may hold as much more. */
const BYTES_OF_VALUE = 28;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Parses a request body. Of duplicate keys the last wins; `__proto__` arrives as an ordinary own
 * key, so that validation can refuse it. Messages never quote the body.
 *
 * @throws LetheError `invalid_json` for what cannot be read, `payload_too_large` for too many values,
 *   `invalid_request` for what cannot be stored
 */
export function parseJson(body: Buffer, maxDepth: number = FIXED_LIMITS.jsonDepth): unknown {
  if (body.length === 0) throw invalidJson('The request body is empty.');
  if (!isUtf8(body)) throw invalidJson('The request body is not valid UTF-8.');
  if (body.subarray(0, 3).equals(BYTE_ORDER_MARK)) {
    throw invalidJson('The request body begins with a byte order mark. Send it without.');
  }
  if (jsonNestsDeeperThan(body, maxDepth)) {
    throw invalidJson(`The request body nests deeper than ${maxDepth} levels.`);
  }
  refuseTooMany(body);
  const value = parse(body.toString('utf8'));
  refuseUnstorable(value);
  return value;
}

function refuseTooMany(body: Buffer): void {
  const members = FIXED_LIMITS.jsonMembers;
  const values = Math.max(FIXED_LIMITS.jsonValues, body.length / BYTES_OF_VALUE);
  if (!jsonHoldsMoreThan(body, { values, members })) return;
  throw new LetheError('payload_too_large', {
    message: `The request body holds more than ${FIXED_LIMITS.jsonValues} values, or an object of more than ${members} members. Send less at once.`,
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
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

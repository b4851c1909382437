import {
  type DetailsCollector,
  FIXED_LIMITS,
  ID_PATTERN,
  ID_PROBLEM,
  MAX_USER_ID_BYTES,
  normaliseContact,
  normaliseUserIdPrefix,
  textProblem,
  USER_ID_PATTERN,
  userIdProblem,
  type RequestLimits,
} from '@lethe/contracts';
import { timeProblem, utcTimeOf } from './utc-time.js';

/**
 * Receives a problem of a value.
 *
 * @param path path to the wrong part of the value, such as `[3]`; absent if the whole value is
 * wrong
 */
export type Report = (problem: string, path?: string) => void;

/** Strictness of a check. */
export interface CheckSettings {
  /**
   * Limits of the gateway. The regulation service uses those of `HIGHEST`, which no gateway can
   * exceed.
   */
  readonly limits: RequestLimits;
  /**
   * Whether unknown names are refused. A gateway refuses them. The regulation service ignores them,
   * because a newer gateway can send names that the service does not know.
   */
  readonly refusesUnknown: boolean;
}

export type Dto<T = object> = new () => T;

/** Kind of values that a member accepts, with its OpenAPI 3.1 schema and its check. */
export interface Kind {
  /** JSON Schema, for members of the API. DTOs and lists of DTOs have `dto` instead. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly dto?: { readonly of: () => Dto; readonly isList: boolean };
  /** DTOs to which `schema` refers with `refTo`. */
  readonly refersTo?: readonly Dto[];
  /** Absent if only answers contain the kind, because Lethe does not check its own answers. */
  readonly check?: (value: unknown, report: Report, settings: CheckSettings) => void;
  /** Checks and converts one element of a long list. Only `checkDtoInSteps` calls it. */
  readonly element?: (value: unknown, path: string, problems: DetailsCollector) => unknown;
  /**
   * Converts a checked value, for example to a time in UTC. If absent, the value stays unchanged.
   */
  readonly take?: (value: unknown, settings: CheckSettings) => unknown;
  /** Parses a text of a query. Returns the text if it is not valid, so that `check` refuses it. */
  readonly fromText?: (text: string) => unknown;
  /** Whether the message of `check` also says that a parameter must occur only once. */
  readonly saysOnce?: boolean;
  /** Whether the member is read-only. In the body of a request, any value is ignored. */
  readonly isIgnored?: boolean;
  /** Parses all values of a query parameter that a data plane can repeat. */
  readonly fromTexts?: (texts: readonly string[]) => unknown;
  /** Error code if only members of this kind are wrong in a request. */
  readonly code?: 'invalid_cursor' | 'not_found';
}

const MAX_CURSOR_LENGTH = 512;
const JOB_ID = /^[1-9]\d{0,18}$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const WHOLE_NUMBER = /^(?:0|[1-9]\d{0,14})$/;
const PAGE = /^[1-9]\d{0,5}$/;
const EMPTY = 'must be a non-empty string';

/** A text in an answer. */
export const text: Kind = { schema: { type: 'string' } };

/** A text in an answer, with at most `most` characters. */
export const textOf = ({ most }: { readonly most: number }): Kind => ({
  schema: { type: 'string', maxLength: most },
});

/** A text in a command, with `least` to `most` characters. */
export const shortText = ({ least = 1, most }: { least?: number; most: number }): Kind => ({
  check: (value, report) => {
    if (typeof value === 'string' && value.length >= least && value.length <= most) return;
    report(`must be a string of ${least} to ${most} characters`);
  },
});

/** A text with a rule. @param problemOf returns the problem of a text, or undefined */
export const textBy = (
  problemOf: (text: string) => string | undefined,
  schema: Readonly<Record<string, unknown>> = {},
): Kind => ({
  schema: { type: 'string', ...schema },
  check: (value, report) => {
    const problem = typeof value === 'string' ? problemOf(value) : 'must be a string';
    if (problem !== undefined) report(problem);
  },
});

/** A time in RFC 3339 with any zone, converted to UTC. */
export const time: Kind = {
  schema: { type: 'string', format: 'date-time' },
  check: (value, report) => {
    const problem = timeProblem(value);
    if (problem !== undefined) report(problem);
  },
  take: (value) => utcTimeOf(value as string),
};

export const uuid: Kind = { schema: { type: 'string', format: 'uuid' } };

/**
 * A UUID from the caller, in upper or lower case.
 *
 * @param hint end of the message about a value that is not a UUID
 */
export const callersUuid = (hint: string): Kind => ({
  ...uuid,
  check: (value, report) => {
    if (typeof value !== 'string' || !UUID.test(value)) report(`must be a UUID; ${hint}`);
  },
});

export const flag: Kind = {
  schema: { type: 'boolean' },
  check: (value, report) => {
    if (typeof value !== 'boolean') report('must be true or false');
  },
  fromText: (text) => (text === 'true' ? true : text === 'false' ? false : text),
};

/** A flag in a query. Its message says that it must occur only once. */
export const flagOnce: Kind = {
  ...flag,
  check: (value, report) => {
    if (typeof value !== 'boolean') report('must be true or false, and must occur only once');
  },
};

/** Numbers in answers. */
export const integer: Kind = { schema: { type: 'integer' } };
export const number: Kind = { schema: { type: 'number' } };

export const members: Kind = { schema: { type: 'object', additionalProperties: true } };

/** An object in an answer with a number for each name. */
export const numbers: Kind = {
  schema: { type: 'object', additionalProperties: { type: 'integer' } },
};

export const userId = textBy(userIdProblem, { pattern: USER_ID_PATTERN });

/** Reference to a source, a destination or another item of the catalog. */
export const catalogId: Kind = {
  schema: { type: 'string', pattern: ID_PATTERN.source },
  check: (value, report) => {
    if (typeof value !== 'string' || !ID_PATTERN.test(value)) report(ID_PROBLEM);
  },
};

/** Id of a catalog item in a path. A value that cannot be an id gets the error `not_found`. */
export const knownId: Kind = { ...catalogId, schema: { type: 'string' }, code: 'not_found' };

export const jobId: Kind = {
  schema: { type: 'string' },
  code: 'not_found',
  check: (value, report) => {
    if (typeof value === 'string' && JOB_ID.test(value) && BigInt(value) < 2n ** 63n) return;
    report('is not the id of a job');
  },
};

/** A generated id in a path, in upper or lower case. */
export const uuidInPath: Kind = {
  schema: { type: 'string', format: 'uuid' },
  code: 'not_found',
  check: (value, report) => {
    if (typeof value !== 'string' || !UUID.test(value)) report('is not a UUID');
  },
  take: (value) => (value as string).toLowerCase(),
};

export const userIdPrefix: Kind = {
  schema: { type: 'string', pattern: '\\S' },
  check: (value, report) => {
    if (!isFilled(value, report)) return;
    if (normaliseUserIdPrefix(value) === '') report('must contain a printable character');
    if (Buffer.byteLength(value) > MAX_USER_ID_BYTES) {
      report(`must not be longer than ${MAX_USER_ID_BYTES} bytes in UTF-8`);
    }
  },
};

/** An e-mail address or a phone number, in any spelling. */
export const contact: Kind = {
  schema: { type: 'string', pattern: '\\S', maxLength: FIXED_LIMITS.contactLength },
  check: (value, report) => {
    if (!isFilled(value, report)) return;
    const stored = normaliseContact(value);
    if (stored === '') report(EMPTY);
    if (stored.length > FIXED_LIMITS.contactLength) {
      report(`must not be longer than ${FIXED_LIMITS.contactLength} characters`);
    }
  },
};

/** Reason for a request, in the words of the caller. */
export const reason: Kind = {
  schema: { type: 'string', pattern: '\\S', maxLength: FIXED_LIMITS.reasonLength },
  check: (value, report) => {
    if (typeof value !== 'string') {
      report('must be a string');
      return;
    }
    if (value.trim() === '') report('must not be blank');
    if (value.length > FIXED_LIMITS.reasonLength) {
      report(`must not be longer than ${FIXED_LIMITS.reasonLength} characters`);
    }
  },
};

export const cursor: Kind = {
  schema: { type: 'string' },
  code: 'invalid_cursor',
  check: (value, report) => {
    if (typeof value === 'string' && value !== '' && value.length <= MAX_CURSOR_LENGTH) return;
    report('is not a valid cursor');
  },
};

export const pageNumber: Kind = {
  schema: { type: 'integer', minimum: 1, maximum: 999_999 },
  check: (value, report) => {
    if (typeof value !== 'number')
      report('must be a whole number from 1 to 999999, and must occur only once');
  },
  fromText: (text) => (PAGE.test(text) ? Number(text) : text),
  saysOnce: true,
};

export function count({ least, most }: { readonly least: number; readonly most?: number }): Kind {
  const bounds = { minimum: least, ...(most === undefined ? {} : { maximum: most }) };
  return {
    schema: { type: 'integer', ...bounds },
    check: (value, report) => {
      const isOne = Number.isInteger(value) && (value as number) >= least;
      if (isOne && (value as number) <= (most ?? Infinity)) return;
      report(`must be a whole number from ${least}${most === undefined ? '' : ` to ${most}`}`);
    },
    fromText: (given) => (WHOLE_NUMBER.test(given) ? Number(given) : given),
  };
}

export function oneOf(values: readonly string[]): Kind {
  return {
    schema: { type: 'string', enum: values },
    check: (value, report) => {
      if (values.includes(value as string)) return;
      report(
        values.length > 2
          ? `must be one of ${values.join(', ')}`
          : `must be ${values.join(' or ')}`,
      );
    },
  };
}

function isFilled(value: unknown, report: Report): value is string {
  if (typeof value !== 'string' || value.trim() === '') {
    report(EMPTY);
    return false;
  }
  const problem = textProblem(value);
  if (problem !== undefined) report(problem);
  return true;
}

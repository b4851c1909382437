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
import { TIME_PROBLEM, utcTimeOf } from './utc-time.js';

/** Takes what is wrong with a value. @param path of the part of it that is wrong, such as `[3]`; the whole without it */
export type Report = (problem: string, path?: string) => void;

/** How strict a check is. */
export interface CheckSettings {
  /** Those in force at a gateway; in the service those that no gateway exceeds. */
  readonly limits: RequestLimits;
  /** A gateway refuses names that it does not know; the service passes over what newer gateways send. */
  readonly refusesUnknown: boolean;
}

/** A DTO class. */
export type Dto<T = object> = new () => T;

/** What values a member takes: as OpenAPI 3.1 shows it, and as it is checked. */
export interface Kind {
  /** JSON Schema, where the API has it; of a member that is a DTO, or a list of one, `dto` says it. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly dto?: { readonly of: () => Dto; readonly isList: boolean };
  /** DTOs that `schema` names with `refTo`. */
  readonly refersTo?: readonly Dto[];
  /** Absent where only answers have it: what we made is not checked. */
  readonly check?: (value: unknown, report: Report, settings: CheckSettings) => void;
  /** Of a list that may be long: checks one of its elements, and says what it becomes. `checkDtoInSteps` calls it. */
  readonly element?: (value: unknown, path: string, problems: DetailsCollector) => unknown;
  /** What a value that was checked becomes, such as a time in UTC; the value itself where it is absent. */
  readonly take?: (value: unknown, settings: CheckSettings) => unknown;
  /** The value that a text of a query stands for; a text that stands for none stays, and is refused by `check`. */
  readonly fromText?: (text: string) => unknown;
  /** `check` also says what is wrong where a query gives it several times. */
  readonly saysOnce?: boolean;
  /** Of an answer that is sent back: whatever it is in a body, it is left out. */
  readonly isIgnored?: boolean;
  /** The value that all texts of its name in a query of a data plane stand for. */
  readonly fromTexts?: (texts: readonly string[]) => unknown;
  /** With which error a request is refused where only members of this kind are wrong. */
  readonly code?: 'invalid_cursor' | 'not_found';
}

const MAX_CURSOR_LENGTH = 512;
const JOB_ID = /^[1-9]\d{0,18}$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const WHOLE_NUMBER = /^(?:0|[1-9]\d{0,14})$/;
const PAGE = /^[1-9]\d{0,5}$/;
const EMPTY = 'must be a string that is not empty';

/** A text in an answer. */
export const text: Kind = { schema: { type: 'string' } };

/** A text in an answer, of at most so many characters. */
export const textOf = ({ most }: { readonly most: number }): Kind => ({
  schema: { type: 'string', maxLength: most },
});

/** A text in a command, of so many characters. */
export const shortText = ({ least = 1, most }: { least?: number; most: number }): Kind => ({
  check: (value, report) => {
    if (typeof value === 'string' && value.length >= least && value.length <= most) return;
    report(`must be a text of ${least} to ${most} characters`);
  },
});

/** A text by a rule. @param problemOf a text: what is wrong with it, if anything */
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

/** RFC 3339, with any zone; taken as UTC. */
export const time: Kind = {
  schema: { type: 'string', format: 'date-time' },
  check: (value, report) => {
    if (typeof value !== 'string' || utcTimeOf(value) === undefined) report(TIME_PROBLEM);
  },
  take: (value) => utcTimeOf(value as string),
};

export const uuid: Kind = { schema: { type: 'string', format: 'uuid' } };

/** A UUID that the caller has made, in any case. @param hint what else is said of another value */
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

/** The same in a query, where it may be given several times. */
export const flagOnce: Kind = {
  ...flag,
  check: (value, report) => {
    if (typeof value !== 'boolean') report('must be true or false, given once');
  },
};

/** A whole number, or any, in an answer. */
export const integer: Kind = { schema: { type: 'integer' } };
export const number: Kind = { schema: { type: 'number' } };

/** An object of which any member may be there. */
export const members: Kind = { schema: { type: 'object', additionalProperties: true } };

/** Numbers by name, in an answer. */
export const numbers: Kind = {
  schema: { type: 'object', additionalProperties: { type: 'integer' } },
};

/** The userId of a user, by the rules of `userIdProblem`. */
export const userId = textBy(userIdProblem, { pattern: USER_ID_PATTERN });

/** The id of a source, a destination or another thing of the catalog, by which it is looked for. */
export const catalogId: Kind = {
  schema: { type: 'string', pattern: ID_PATTERN.source },
  check: (value, report) => {
    if (typeof value !== 'string' || !ID_PATTERN.test(value)) report(ID_PROBLEM);
  },
};

/** The same in a path: what cannot be an id is not found. */
export const knownId: Kind = { ...catalogId, schema: { type: 'string' }, code: 'not_found' };

/** The id of a deletion job in a path. */
export const jobId: Kind = {
  schema: { type: 'string' },
  code: 'not_found',
  check: (value, report) => {
    if (typeof value === 'string' && JOB_ID.test(value) && BigInt(value) < 2n ** 63n) return;
    report('is not the id of a job');
  },
};

/** The id of what Lethe has made, in a path and in any case. */
export const uuidInPath: Kind = {
  schema: { type: 'string', format: 'uuid' },
  code: 'not_found',
  check: (value, report) => {
    if (typeof value !== 'string' || !UUID.test(value)) report('is not a UUID');
  },
  take: (value) => (value as string).toLowerCase(),
};

/** The beginning of userIds. */
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

/** Why something is asked for, in the words of who asks. */
export const reason: Kind = {
  schema: { type: 'string', pattern: '\\S', maxLength: FIXED_LIMITS.reasonLength },
  saysOnce: true,
  check: (value, report) => {
    if (typeof value !== 'string') {
      report('must be a text, given once');
      return;
    }
    if (value.trim() === '') report('must not be blank; leave it out');
    if (value.length > FIXED_LIMITS.reasonLength) {
      report(`must not be longer than ${FIXED_LIMITS.reasonLength} characters`);
    }
  },
};

/** The cursor of a further page. */
export const cursor: Kind = {
  schema: { type: 'string' },
  code: 'invalid_cursor',
  check: (value, report) => {
    if (typeof value === 'string' && value !== '' && value.length <= MAX_CURSOR_LENGTH) return;
    report('is not a cursor');
  },
};

/** The number of a page, in a query. */
export const pageNumber: Kind = {
  schema: { type: 'integer', minimum: 1, maximum: 999_999 },
  check: (value, report) => {
    if (typeof value !== 'number') report('must be a whole number from 1 to 999999, given once');
  },
  fromText: (text) => (PAGE.test(text) ? Number(text) : text),
  saysOnce: true,
};

/** A whole number. */
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

import {
  FIXED_LIMITS,
  MAX_USER_ID_BYTES,
  normaliseContact,
  normaliseUserIdPrefix,
  textProblem,
  USER_ID_PATTERN,
  userIdProblem,
} from '@lethe/contracts';

/** Takes what is wrong with a value. @param path of the part of it that is wrong, such as `[3]`; the whole without it */
export type Report = (problem: string, path?: string) => void;

/** A DTO class. */
export type Dto<T extends object = object> = new () => T;

/** What values a member takes: as OpenAPI 3.1 shows it, and as it is checked. */
export interface Kind {
  /** JSON Schema; of a member that is a DTO, or a list of one, `dto` says it. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly dto?: { readonly of: () => Dto; readonly isList: boolean };
  /** Absent where only answers have it: what we made is not checked. */
  readonly check?: (value: unknown, report: Report) => void;
  /** With which error a request is refused where only members of this kind are wrong. */
  readonly code?: 'invalid_cursor';
}

const MAX_CURSOR_LENGTH = 512;
const EMPTY = 'must be a string that is not empty';

/** A text in an answer. */
export const text: Kind = { schema: { type: 'string' } };

/** A text in an answer, of at most so many characters. */
export const textOf = ({ most }: { readonly most: number }): Kind => ({
  schema: { type: 'string', maxLength: most },
});

/** RFC 3339. */
export const time: Kind = { schema: { type: 'string', format: 'date-time' } };

export const uuid: Kind = { schema: { type: 'string', format: 'uuid' } };

export const flag: Kind = { schema: { type: 'boolean' } };

/** An object of which any member may be there. */
export const members: Kind = { schema: { type: 'object', additionalProperties: true } };

/** Numbers by name, in an answer. */
export const numbers: Kind = {
  schema: { type: 'object', additionalProperties: { type: 'integer' } },
};

/** The userId of a user, by the rules of `userIdProblem`. */
export const userId: Kind = {
  schema: { type: 'string', pattern: USER_ID_PATTERN },
  check: (value, report) => {
    const problem = typeof value === 'string' ? userIdProblem(value) : 'must be a string';
    if (problem !== undefined) report(problem);
  },
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
  };
}

export function oneOf(values: readonly string[]): Kind {
  return {
    schema: { type: 'string', enum: values },
    check: (value, report) => {
      if (!values.includes(value as string)) report(`must be ${values.join(' or ')}`);
    },
  };
}

/** @param what its elements are called where it is wrong as a whole */
export function listOf(element: Kind, bounds?: { most: number; what: string }): Kind {
  const { check } = element;
  return {
    schema: {
      type: 'array',
      items: element.schema,
      ...(bounds === undefined ? {} : { maxItems: bounds.most }),
    },
    ...(check === undefined || bounds === undefined
      ? {}
      : {
          check: (value, report) => {
            if (!Array.isArray(value) || value.length > bounds.most) {
              report(`must be an array of at most ${bounds.most} ${bounds.what}`);
              return;
            }
            value.forEach((one: unknown, at) => {
              check(one, (problem, path = '') => {
                report(problem, `[${at}]${path}`);
              });
            });
          },
        }),
  };
}

/** A DTO in an answer. */
export const object = (of: () => Dto): Kind => ({ dto: { of, isList: false } });

/** A list of a DTO in an answer. */
export const objects = (of: () => Dto): Kind => ({ dto: { of, isList: true } });

function isFilled(value: unknown, report: Report): value is string {
  if (typeof value !== 'string' || value.trim() === '') {
    report(EMPTY);
    return false;
  }
  const problem = textProblem(value);
  if (problem !== undefined) report(problem);
  return true;
}

import {
  EMAIL_LENGTH,
  EMAIL_PATTERN,
  EMAIL_PROBLEM,
  EMPTY_LABEL_PROBLEM,
  FIXED_LIMITS,
  LABEL_PATTERN,
  LONG_EMAIL_PROBLEM,
  LONG_LABEL_PROBLEM,
  NAME_PATTERN,
  SCOPES,
  SECRET_STATES,
  secretNameProblem,
  type Scope,
} from '@lethe/contracts';
import { listOf, oneOf, regulationId, time, type Kind } from '../definition/index.js';

/** @param problemOf a text; nothing where it is sound */
function textThat(problemOf: (text: string) => string | undefined): Pick<Kind, 'check'> {
  return {
    check: (value, report) => {
      const problem = typeof value === 'string' ? problemOf(value) : 'must be a string';
      if (problem !== undefined) report(problem);
    },
  };
}

/** A name by which people recognise a token or a data plane: no character that a person does not see. */
export const secretName: Kind = {
  schema: { type: 'string', pattern: NAME_PATTERN.source, maxLength: FIXED_LIMITS.labelLength },
  ...textThat((name) => {
    if (!LABEL_PATTERN.test(name)) return EMPTY_LABEL_PROBLEM;
    return name.length > FIXED_LIMITS.labelLength ? LONG_LABEL_PROBLEM : secretNameProblem(name);
  }),
};

/** Whose something is, and the user name of Basic credentials. */
export const emailAddress: Kind = {
  schema: { type: 'string', pattern: EMAIL_PATTERN.source, maxLength: EMAIL_LENGTH },
  ...textThat((address) => {
    if (!EMAIL_PATTERN.test(address)) return EMAIL_PROBLEM;
    return address.length > EMAIL_LENGTH ? LONG_EMAIL_PROBLEM : secretNameProblem(address);
  }),
};

const KNOWN_SCOPES: ReadonlySet<unknown> = new Set(SCOPES);

/** What a token may do, each once. */
export const scopes: Kind = {
  ...listOf(oneOf(SCOPES)),
  schema: { ...listOf(oneOf(SCOPES)).schema, minItems: 1 },
  check: (value, report) => {
    if (!Array.isArray(value) || !value.every((scope) => KNOWN_SCOPES.has(scope))) {
      report(`must hold scopes only, which are ${SCOPES.join(', ')}`);
    } else if (value.length === 0) report('must name at least one scope');
  },
  take: (value) => [...new Set(value as readonly Scope[])],
};

/** When something ends. */
export const future: Kind = {
  ...time,
  check: (value, report, settings) => {
    if (typeof value !== 'string') report('must be a string');
    else time.check?.(value, report, settings);
    if (typeof value === 'string' && Date.parse(value) <= Date.now()) {
      report('must be in the future');
    }
  },
};

export const secretState: Kind = {
  ...oneOf(SECRET_STATES),
  check: (value, report) => {
    if (SECRET_STATES.some((state) => state === value)) return;
    report(`must be one of ${SECRET_STATES.join(', ')}, given once`);
  },
};

/** The id of a token or a data plane in a path. */
export const secretId: Kind = regulationId;

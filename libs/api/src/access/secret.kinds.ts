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
import { listOf, oneOf, textBy, time, type Kind } from '../definition/index.js';

/** Name of a token or a data plane. Invisible characters are refused. */
export const secretName = textBy(
  (name) => {
    if (!LABEL_PATTERN.test(name)) return EMPTY_LABEL_PROBLEM;
    return name.length > FIXED_LIMITS.labelLength ? LONG_LABEL_PROBLEM : secretNameProblem(name);
  },
  { pattern: NAME_PATTERN.source, maxLength: FIXED_LIMITS.labelLength },
);

/** E-mail address of the owner of a token, which is also the user name of Basic credentials. */
export const emailAddress = textBy(
  (address) => {
    if (!EMAIL_PATTERN.test(address)) return EMAIL_PROBLEM;
    return address.length > EMAIL_LENGTH ? LONG_EMAIL_PROBLEM : secretNameProblem(address);
  },
  { pattern: EMAIL_PATTERN.source, maxLength: EMAIL_LENGTH },
);

const KNOWN_SCOPES: ReadonlySet<unknown> = new Set(SCOPES);

/** Scopes of a token. Duplicates are removed. */
export const scopes: Kind = {
  ...listOf(oneOf(SCOPES)),
  schema: { ...listOf(oneOf(SCOPES)).schema, minItems: 1 },
  check: (value, report) => {
    if (!Array.isArray(value) || !value.every((scope) => KNOWN_SCOPES.has(scope))) {
      report(`must contain only these scopes: ${SCOPES.join(', ')}`);
    } else if (value.length === 0) report('must name at least one scope');
  },
  take: (value) => [...new Set(value as readonly Scope[])],
};

/** Expiry of a token or a data plane, which must be in the future. */
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
    report(`must be one of ${SECRET_STATES.join(', ')}, and must occur only once`);
  },
};

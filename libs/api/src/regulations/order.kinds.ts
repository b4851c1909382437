import { checkUser, FIXED_LIMITS, USER_ID_PATTERN } from '@lethe/contracts';
import type { Kind } from '../definition/index.js';

const CONTACT = { type: 'string', pattern: '\\S', maxLength: FIXED_LIMITS.contactLength };
const PRINTABLE = /^[\x20-\x7e]+$/;

/** Users with their identifiers. `checkUser` checks each user. */
export const users: Kind = {
  schema: {
    type: 'array',
    minItems: 1,
    items: {
      type: 'object',
      required: ['userId'],
      properties: {
        userId: { type: 'string', pattern: USER_ID_PATTERN },
        phone: CONTACT,
        email: CONTACT,
      },
      additionalProperties: true,
      maxProperties: 3 + FIXED_LIMITS.customIdentifiers,
    },
  },
  check: (value, report, { limits: { usersPerRequest: most } }) => {
    if (!Array.isArray(value) || value.length === 0) report('must contain at least one user');
    else if (value.length > most) report(`must not contain more than ${most} users`);
  },
  element: checkUser,
};

/** Key with which Lethe recognizes a repeated request. */
export const idempotencyKey: Kind = {
  schema: {
    type: 'string',
    pattern: '^[!-~]([ -~]*[!-~])?$', // HTTP removes spaces around the value of a header
    maxLength: FIXED_LIMITS.idempotencyKeyLength,
  },
  check: (value, report) => {
    const { idempotencyKeyLength: most } = FIXED_LIMITS;
    if (typeof value === 'string' && value.length <= most && PRINTABLE.test(value)) return;
    report(`must be 1 to ${most} printable ASCII characters`);
  },
};

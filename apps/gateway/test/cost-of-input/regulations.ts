import { anyBody, costly, list, members, type CostTable } from './inputs.js';

const CREATE = ['POST', '/v2/regulations'] as const;
const SUPPRESS = { regulationType: 'suppress' };
const USERS = [{ userId: 'u' }];

export const REGULATIONS: CostTable = {
  listRegulations: 'query',
  createRegulations: [
    ...anyBody(CREATE),
    costly('users', 10_000, CREATE, (size) => ({
      ...SUPPRESS,
      users: list(size, (n) => ({ userId: `user-${n}`, email: `u${n}@example.com`, x: n })),
    })),
    costly('the same user', 10_000, CREATE, (size) => ({
      ...SUPPRESS,
      users: list(size, (n) => ({ userId: 'u', n })),
    })),
    costly('invalid users', 10_000, CREATE, (size) => ({
      ...SUPPRESS,
      users: list(size, () => ({ userId: '' })),
    })),
    costly('identifiers of a user', 32_000, CREATE, (size) => ({
      ...SUPPRESS,
      users: [{ userId: 'u', ...members(size, String) }],
    })),
    costly('a different name for each user', 32_000, CREATE, (size) => ({
      ...SUPPRESS,
      users: list(size, (n) => ({ [`name${n}`]: n })),
    })),
    costly('an identifier of lists', 200_000, CREATE, (size) => ({
      ...SUPPRESS,
      users: [{ userId: 'u', x: list(size, () => []) }],
    })),
    costly('ids of sources', 200_000, CREATE, (size) => ({
      ...SUPPRESS,
      users: USERS,
      sourceIds: list(size, (n) => `src_${n}`),
    })),
    costly('ids of destinations', 200_000, CREATE, (size) => ({
      regulationType: 'delete',
      users: USERS,
      destinationIds: list(size, (n) => `dst_${n}`),
    })),
    costly('texts', 1_000_000, CREATE, (size) => ({
      regulationType: 's'.repeat(size),
      users: [{ userId: 'u'.repeat(size), email: '@.'.repeat(size) }],
      reason: ' '.repeat(size),
    })),
  ],
  getRegulation: 'path',
  cancelRegulation: anyBody(['DELETE', '/v2/regulations/0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11']),
  retryRegulation: anyBody(['POST', '/v2/regulations/0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11/retry']),
  verifyRegulation: anyBody([
    'POST',
    '/v2/regulations/0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11/verify',
  ]),
  lookUpUser: anyBody(['POST', '/v2/users/lookup']),
  searchUsers: anyBody(['POST', '/v2/users/search']),
  unsuppressUser: anyBody(['POST', '/v2/users/unsuppress']),
};

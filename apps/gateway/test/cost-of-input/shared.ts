import { list, type CostlyInput, type Shared } from './inputs.js';

/**
 * Large parts of a request without a body. All operations read these parts in the same way. Node.js
 * refuses more than 16 KiB.
 */
export const SHARED: Readonly<Record<Shared, readonly CostlyInput[]>> = {
  path: [
    {
      name: 'an id',
      most: 12_000,
      request: (size) => ({ method: 'GET', path: `/v2/sources/${'%41'.repeat(size / 3)}` }),
    },
    {
      name: 'slashes',
      most: 12_000,
      request: (size) => ({ method: 'GET', path: `/v2/sources${'/a'.repeat(size / 2)}` }),
    },
  ],
  query: [
    {
      name: 'parameters',
      most: 1_000,
      request: (size) => ({
        ...{
          method: 'GET',
          path: `/v2/regulations?${list(size, (n) => `name${n}=${n}`).join('&')}`,
        },
      }),
    },
    {
      name: 'the same parameter',
      most: 1_000,
      request: (size) => ({ method: 'GET', path: `/v2/regulations?${'limit=1&'.repeat(size)}` }),
    },
    {
      name: 'a value',
      most: 12_000,
      request: (size) => ({ method: 'GET', path: `/v2/regulations?user_id=${'%'.repeat(size)}` }),
    },
  ],
  headers: [
    {
      name: 'cookies',
      most: 1_000,
      request: (size) => ({
        ...{
          method: 'GET',
          path: '/v2/me',
          headers: { cookie: list(size, (n) => `n${n}=${n}`).join('; ') },
        },
      }),
    },
    {
      name: 'a credential',
      most: 12_000,
      request: (size) => ({
        ...{
          method: 'GET',
          path: '/v2/me',
          headers: { authorization: `Bearer ${'a.'.repeat(size / 2)}` },
        },
      }),
    },
    {
      name: 'names of headers',
      most: 800,
      request: (size) => ({
        ...{ method: 'GET', path: '/v2/me' },
        headers: Object.fromEntries(list(size, (n) => [`x-n${n}`, '1'])),
      }),
    },
  ],
};

const list = (size, element) => Array.from({ length: size }, (_none, n) => element(n));
const members = (size) => Object.fromEntries(list(size, (n) => [`name${n}`, n]));
const request = (method, path, body) => ({ method, path, body: JSON.stringify(body) });
const create = (body) =>
  request('POST', '/v2/regulations', { regulationType: 'suppress', ...body });
const headers = (size, to) => ({ headers: list(size, (n) => ({ from: `h${n}`, to: to(n) })) });
const EVENT = { type: 'track', event: 'x', userId: 'u' };
const CASES = '/transformations/tr/test-cases';

/** As many headers as a list may have, and 256 KiB of configuration. */
const storeHeaders = (send) => {
  const secret = (n) => `secret-${n}-${'x'.repeat(80)}`;
  return send(request('PATCH', '/v2/destinations/dst', { config: headers(2_000, secret) }));
};
const patchHeaders = (elements) => () =>
  request('PATCH', '/v2/destinations/dst', { config: { headers: elements } });

/** Destinations of deletions: as many as 10,000 users may have in one request. */
export const DELETING = list(10, (n) => `deleting_${n}`);
const largeUsers = (size) =>
  list(10_000, (n) => ({ userId: `u${n}`, email: `u${n}@a.example`, x: 'x'.repeat(size) }));
const deletion = (dryRun) => () => {
  const body = {
    regulationType: 'suppress_with_delete',
    destinationIds: DELETING,
    users: largeUsers(500),
  };
  return request('POST', `/v2/regulations${dryRun}`, body);
};

/** Requests as large as limits let them be. */
export const TROUBLES = {
  '10,000 users': {
    request: () =>
      create({ users: list(10_000, (n) => ({ userId: `u${n}`, email: `u${n}@a.example` })) }),
  },
  '8 MB of identifiers': {
    request: () =>
      create({ users: list(10_000, (n) => ({ userId: `u${n}`, x: 'x'.repeat(700) })) }),
  },
  '8 MB of identifiers, records wanted': {
    request: () => ({
      ...create({ users: largeUsers(650) }),
      headers: { accept: 'application/json', 'idempotency-key': 'of-the-bench' },
    }),
  },
  '10,000 users of one id': {
    request: () =>
      create({ users: list(10_000, (n) => ({ userId: 'same', n, x: 'x'.repeat(600) })) }),
  },
  'a deletion of 10,000 users at 10 destinations': { request: deletion('') },
  'a plan of the same': { request: deletion('?dry_run=true') },
  '8 MB of empty lists': {
    request: () => create({ users: [{ userId: 'u', x: list(2_500_000, () => []) }] }),
  },
  'as many empty lists as a body may hold': {
    request: () => create({ users: [{ userId: 'u', x: list(262_000, () => []) }] }),
  },
  'as many names as a body may hold': {
    request: () =>
      create({
        users: list(10_000, (n) => ({
          userId: `u${n}`,
          ...Object.fromEntries(list(20, (at) => [`name${(n * 20 + at) % 32_700}`, at])),
        })),
      }),
  },
  'a patch by which 32,700 names go': {
    request: () =>
      request('PATCH', '/v2/destinations/dst', {
        config: Object.fromEntries(list(32_700, (n) => [`name${n}`, null])),
      }),
  },
  '400,000 unknown names': {
    request: () => create({ ...members(400_000), users: [{ userId: 'u' }] }),
  },
  'masks in another order': {
    prepare: storeHeaders,
    request: patchHeaders(list(2_000, (n) => ({ from: `h${1_999 - n}`, to: 'se***' }))),
  },
  '60,000 empty elements': {
    prepare: storeHeaders,
    request: patchHeaders(list(60_000, () => ({}))),
  },
  '256 KB of code': {
    request: () =>
      request('PATCH', '/transformations/tr', {
        code: `export const transformEvent = (e) => e;\n${'// x\n'.repeat(50_000)}`,
      }),
  },
  'a test of 256 KB': {
    prepare: storeHeaders,
    request: () =>
      request('POST', '/v0/testDestination/dst', {
        stage: { dest_transform: true },
        message: { ...EVENT, properties: { x: list(80_000, () => []) } },
      }),
  },
  'a run of 100 test cases of 240 KB': {
    prepare: async (send) => {
      const expected = [{ event: { ...EVENT, x: list(56_000, () => []) } }];
      for (const n of list(100, (at) => at)) {
        const event = { ...EVENT, x: list(20_000, () => [[]]) };
        await send(request('POST', CASES, { id: `case_${n}`, name: `C${n}`, event, expected }));
      }
    },
    request: () => request('POST', `${CASES}/run`, {}),
  },
  'a user with 30,000 regulations': {
    prepare: async (send) => {
      for (const at of [0, 1, 2]) {
        await send(
          create({ users: list(10_000, (n) => ({ userId: 'often', n: at * 10_000 + n })) }),
        );
      }
    },
    request: () => request('POST', '/v2/users/lookup', { userId: 'often' }),
  },
};

const list = (size, element) => Array.from({ length: size }, (_none, n) => element(n));
const request = (method, path, body) => ({ method, path, body: JSON.stringify(body) });
const create = (body) =>
  request('POST', '/v2/regulations', { regulationType: 'suppress', ...body });
/**
 * Returns as many users as a request is allowed to have.
 *
 * @param userOf returns the members of a user in addition to its userId
 */
const users = (userOf) => list(10_000, (n) => ({ userId: `u${n}`, ...userOf(n) }));
const padded = (size) => users((n) => ({ email: `u${n}@a.example`, x: 'x'.repeat(size) }));
const EVENT = { type: 'track', event: 'x', userId: 'u' };
const CASES = '/transformations/tr/test-cases';

const patch = (config) => request('PATCH', '/v2/destinations/dst', { config });

/** Stores the maximum number of headers, so that the configuration has almost 256 KiB. */
const storeHeaders = (send) => {
  const header = (n) => ({ from: `h${n}`, to: `secret-${n}-${'x'.repeat(80)}` });
  return send(patch({ headers: list(2_000, header) }));
};

/** Ids of destinations: as many as a request with 10,000 users is allowed to name. */
export const DELETING = list(10, (n) => `deleting_${n}`);
const deletion = (dryRun) => () =>
  request('POST', `/v2/regulations${dryRun}`, {
    regulationType: 'suppress_with_delete',
    destinationIds: DELETING,
    users: padded(500),
  });

/**
 * The largest requests that the limits allow. The first function makes the request. The second one,
 * if any, first stores the data that the request needs.
 */
export const TROUBLES = {
  '10,000 users': [() => create({ users: users((n) => ({ email: `u${n}@a.example` })) })],
  '8 MB of identifiers': [() => create({ users: users(() => ({ x: 'x'.repeat(700) })) })],
  '8 MB of identifiers, records requested': [
    () => ({
      ...create({ users: padded(650) }),
      headers: { accept: 'application/json', 'idempotency-key': 'of-the-bench' },
    }),
  ],
  '10,000 users of one id': [
    () => create({ users: users((n) => ({ userId: 'same', n, x: 'x'.repeat(600) })) }),
  ],
  'a deletion of 10,000 users at 10 destinations': [deletion('')],
  'a dry run of the same deletion': [deletion('?dry_run=true')],
  '8 MB of empty lists': [() => create({ users: [{ userId: 'u', x: list(2_500_000, () => []) }] })],
  'as many empty lists as a body may hold': [
    () => create({ users: [{ userId: 'u', x: list(262_000, () => []) }] }),
  ],
  'as many names as a body may hold': [
    () => {
      const names = (n) => list(20, (at) => [`name${(n * 20 + at) % 32_700}`, at]);
      return create({ users: users((n) => Object.fromEntries(names(n))) });
    },
  ],
  'a patch that removes 32,700 names': [
    () => patch(Object.fromEntries(list(32_700, (n) => [`name${n}`, null]))),
  ],
  '400,000 unknown names': [
    () => {
      const members = Object.fromEntries(list(400_000, (n) => [`name${n}`, n]));
      return create({ ...members, users: [{ userId: 'u' }] });
    },
  ],
  'masks in another order': [
    () => patch({ headers: list(2_000, (n) => ({ from: `h${1_999 - n}`, to: 'se***' })) }),
    storeHeaders,
  ],
  '60,000 empty elements': [() => patch({ headers: list(60_000, () => ({})) }), storeHeaders],
  '256 KB of code': [
    () => {
      const code = `export const transformEvent = (e) => e;\n${'// x\n'.repeat(50_000)}`;
      return request('PATCH', '/transformations/tr', { code });
    },
  ],
  'a test of 256 KB': [
    () =>
      request('POST', '/v0/testDestination/dst', {
        stage: { dest_transform: true },
        message: { ...EVENT, properties: { x: list(80_000, () => []) } },
      }),
    storeHeaders,
  ],
  'a run of 100 test cases of 240 KB': [
    () => request('POST', `${CASES}/run`, {}),
    async (send) => {
      const expected = [{ event: { ...EVENT, x: list(56_000, () => []) } }];
      for (const n of list(100, (at) => at)) {
        const event = { ...EVENT, x: list(20_000, () => [[]]) };
        await send(request('POST', CASES, { id: `case_${n}`, name: `C${n}`, event, expected }));
      }
    },
  ],
  'a user with 30,000 regulations': [
    () => request('POST', '/v2/users/lookup', { userId: 'often' }),
    async (send) => {
      for (const at of [0, 1, 2]) {
        const often = (n) => ({ userId: 'often', n: at * 10_000 + n });
        await send(create({ users: users(often) }));
      }
    },
  ],
};

import { jest } from '@jest/globals';
import { as, TOKENS, useCatalogGateway } from './catalog-gateway.js';

const gateway = useCatalogGateway();
const send: typeof gateway.send = (...args) => gateway.send(...args);

/** A kind of resource, with its path, its member names in answers, and valid bodies. */
interface Kind {
  readonly path: string;
  readonly member: string;
  readonly list: string;
  readonly body: (id: string) => Readonly<Record<string, unknown>>;
  readonly changed: Readonly<Record<string, unknown>>;
  /** Body of a patch. */
  readonly patch: Readonly<Record<string, unknown>>;
}

const KINDS: readonly Kind[] = [
  {
    path: '/v2/sources',
    member: 'source',
    list: 'sources',
    body: (id) => ({ id, name: 'Website', type: 'Javascript', config: { a: [1, { b: null }] } }),
    changed: { name: 'Shop', type: 'Javascript', enabled: false },
    patch: { config: { a: null, b: { c: 1 } } },
  },
  {
    path: '/v2/destinations',
    member: 'destination',
    list: 'destinations',
    body: (id) => ({
      id,
      name: 'Hook',
      type: 'WEBHOOK',
      config: { webhookUrl: 'https://a.example' },
    }),
    changed: { name: 'Hook 2', type: 'WEBHOOK', enabled: false },
    patch: { config: { webhookMethod: 'PUT' } },
  },
  {
    path: '/transformations',
    member: 'transformation',
    list: 'transformations',
    body: (id) => ({ id, name: 'Mask', code: 'export const a = "ä\\u2028\r\n\t";\r\n' }),
    changed: { name: 'Mask 2', code: '' },
    patch: { name: 'Renamed' },
  },
  {
    path: '/transformation-libraries',
    member: 'library',
    list: 'libraries',
    body: (id) => ({ id, name: `lib ${id}`, code: 'export const a = 1;' }),
    changed: { name: 'renamed', code: 'export const a = 2;' },
    patch: { code: 'export const b = 1;' },
  },
  {
    path: '/v2/connections',
    member: 'connection',
    list: 'connections',
    body: (id) => ({ id, sourceId: 'src_for_con', destinationId: `dst_for_${id}` }),
    changed: { sourceId: 'src_for_con', destinationId: 'dst_for_one', enabled: false },
    patch: { enabled: false },
  },
  ...['/transformations/tr_owner', '/v2/destinations/dst_owner'].map((owner) => ({
    path: `${owner}/test-cases`,
    member: 'testCase',
    list: 'testCases',
    body: (id: string) => ({
      ...{ id, name: `Case ${id}`, event: { type: 'track', b: 1, a: [null, 'ä\r\n'] } },
      ...{ stages: ['user_transform'], expected: [{ event: { z: 1, a: 2 } }] },
    }),
    changed: { name: 'Renamed', event: {}, expected: [] },
    patch: { expected: [{ event: { other: true } }] },
  })),
];

beforeAll(async () => {
  await send('POST', '/v2/sources', { id: 'src_for_con', name: 'S', type: 'T' });
  for (const owner of [as('admin'), as('other')]) {
    await send('POST', '/transformations', { id: 'tr_owner', name: 'T', code: '' }, owner);
    const destination = { id: 'dst_owner', name: 'D', type: 'WEBHOOK' };
    await send('POST', '/v2/destinations', destination, owner);
  }
  for (const id of [
    'one',
    'raced',
    'foreign',
    'gone',
    'versioned',
    'condition',
    'echo',
    'tenant',
    'patched',
    'unsound',
    'media',
  ]) {
    const body = { id: `dst_for_${id}`, name: 'D', type: 'WEBHOOK' };
    expect((await send('POST', '/v2/destinations', body)).status).toBe(201);
  }
});

describe.each(KINDS)('$path', ({ path, member, list, body, changed, patch }) => {
  it('creates, shows, lists, replaces and deletes an item', async () => {
    const created = await send('POST', path, body('one'));
    expect({ status: created.status, body: created.body }).toMatchObject({
      status: 201,
      body: { [member]: body('one') },
    });
    expect(created.headers.get('location')).toBe(`${path}/one`);
    expect(created.headers.get('etag')).toMatch(/^"[\w-]{22}"$/);

    const shown = await send('GET', `${path}/one`, undefined, as('viewer'));
    expect(shown.status).toBe(200);
    expect(shown.headers.get('etag')).toBe(created.headers.get('etag'));
    const page = await send('GET', path);
    expect(page.body[list]).toContainEqual(created.body[member]);

    const replaced = await send('PUT', `${path}/one`, changed);
    expect({ status: replaced.status, body: replaced.body }).toMatchObject({
      status: 200,
      body: { [member]: { id: 'one', ...changed } },
    });
    expect(replaced.headers.get('etag')).not.toBe(created.headers.get('etag'));
    expect((await send('GET', `${path}/one`)).body).toEqual(replaced.body);

    expect((await send('DELETE', `${path}/one`)).status).toBe(204);
    expect((await send('GET', `${path}/one`)).status).toBe(404);
    expect((await send('DELETE', `${path}/one`)).status).toBe(404);
    expect((await send('PUT', `${path}/one`, changed)).status).toBe(404);
  });

  it('creates an id if the caller sends no id', async () => {
    const created = await send('POST', path, { ...body('one'), id: undefined });
    const { id } = created.body[member] as { id: string };
    expect(id).toMatch(/^[a-z]+_[0-9a-f]{24}$/);
    expect((await send('DELETE', `${path}/${id}`)).status).toBe(204);
  });

  it('creates only one item from ten concurrent requests with the same id', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send('POST', path, body('raced'))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array<number>(9).fill(409),
    ]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'conflict' });
    await send('DELETE', `${path}/raced`);
  });

  it('accepts only one of several concurrent changes of the same version', async () => {
    const etag = (await send('POST', path, body('versioned'))).headers.get('etag') ?? '';
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        send('PATCH', `${path}/versioned`, patch, { 'if-match': etag }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array<number>(7).fill(412),
    ]);
    expect(answers.find(({ status }) => status === 412)?.body).toMatchObject({
      code: 'precondition_failed',
    });
    const deletion = (ifMatch: string) =>
      send('DELETE', `${path}/versioned`, undefined, { 'if-match': ifMatch });
    expect((await deletion(etag)).status).toBe(412);
    expect((await deletion(`W/${etag}`)).status).toBe(412);
    expect((await deletion('no tag')).status).toBe(400);
    expect(
      (await deletion(`"x", ${answers.find((a) => a.status === 200)?.headers.get('etag')}`)).status,
    ).toBe(204);
  });

  it('changes nothing, not even the version, if a change equals the stored item', async () => {
    const created = await send('POST', path, body('echo'));
    const etag = created.headers.get('etag') ?? '';
    const same = created.body[member] as Readonly<Record<string, unknown>>;
    for (const [method, given] of [
      ['PUT', body('echo')],
      ['PUT', same],
      ['PATCH', {}],
      ['PATCH', { name: same.name ?? undefined }],
    ] as const) {
      const answer = await send(method, `${path}/echo`, given, { 'if-match': etag });
      expect([method, answer.status, answer.body]).toEqual([method, 200, created.body]);
      expect(answer.headers.get('etag')).toBe(etag);
    }
    const stale = await send('PUT', `${path}/echo`, same, { 'if-match': '"another"' });
    expect(stale.status).toBe(412);
    const changed = await send('PATCH', `${path}/echo`, patch, { 'if-match': etag });
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
    expect((await send('DELETE', `${path}/echo`)).status).toBe(204);
  });

  it('gives a recreated item a new version', async () => {
    const first = await send('POST', path, body('condition'));
    await send('DELETE', `${path}/condition`, undefined, { 'if-match': '*' });
    await send('POST', path, body('condition'));
    const stale = { 'if-match': first.headers.get('etag') ?? '' };
    expect((await send('DELETE', `${path}/condition`, undefined, stale)).status).toBe(412);
    expect((await send('DELETE', `${path}/condition`)).status).toBe(204);
  });

  it('accepts an answer unchanged as input', async () => {
    const created = await send('POST', path, body('echo'));
    const replaced = await send('PUT', `${path}/echo`, created.body[member]);
    expect(replaced.status).toBe(200);
    expect(replaced.body[member]).toEqual({
      ...(created.body[member] as object),
      updatedAt: expect.any(String) as unknown,
    });
    await send('DELETE', `${path}/echo`);
  });

  it('changes only the members of a patch', async () => {
    const created = await send('POST', path, body('patched'));
    const before = created.body[member] as { config?: object };
    const expected = {
      ...before,
      ...patch,
      ...(path === '/v2/destinations' && {
        config: { ...before.config, ...(patch.config as object) },
      }),
      ...(path === '/v2/sources' && { config: { b: { c: 1 } } }),
      updatedAt: expect.any(String) as unknown,
    };
    const etag = created.headers.get('etag') ?? '';
    const media = { 'content-type': 'application/merge-patch+json', 'if-match': etag };
    const answer = await send('PATCH', `${path}/patched`, patch, media);
    expect([answer.status, answer.body[member]]).toEqual([200, expected]);
    expect(answer.headers.get('etag')).not.toBe(etag);
    expect((await send('PATCH', `${path}/patched`, {})).body[member]).toEqual(expected);
    expect((await send('PATCH', `${path}/patched`, patch, media)).status).toBe(412);
    const back = await send('PATCH', `${path}/patched`, answer.body[member]);
    expect([back.status, back.body[member]]).toEqual([200, expected]);
    await send('DELETE', `${path}/patched`);
    expect((await send('PATCH', `${path}/patched`, patch)).status).toBe(404);
  });

  it('refuses an invalid patch, and lists the invalid members', async () => {
    await send('POST', path, body('unsound'));
    const before = await send('GET', `${path}/unsound`);
    const [name = ''] = Object.keys(changed);
    for (const [wrong, paths] of [
      [{ [name]: null, enabeld: true }, [name, 'enabeld']],
      [{ [name]: 7 }, [name]],
      [{ id: 'another' }, ['id']],
      [[], ['body']],
      [7, ['body']],
    ] as const) {
      const answer = await send('PATCH', `${path}/unsound`, wrong);
      expect([answer.status, Object.keys(answer.body.details as object).sort()]).toEqual([
        400,
        [...paths].sort(),
      ]);
    }
    const post = await send('POST', path, body('media'), {
      'content-type': 'application/merge-patch+json',
    });
    expect(post.status).toBe(415);
    expect((await send('PATCH', `${path}/unsound`, patch, as('viewer'))).status).toBe(403);
    expect((await send('PATCH', `${path}/unsound`, patch, as('other'))).status).toBe(404);
    expect((await send('GET', `${path}/unsound`)).body).toEqual(before.body);
    await send('DELETE', `${path}/unsound`);
  });

  it('refuses unknown members and wrong types, and lists them', async () => {
    const wrong = await send('POST', path, { ...body('wrong'), enabeld: true, id: 7 });
    expect(wrong.status).toBe(400);
    expect(wrong.body).toMatchObject({ code: 'invalid_request' });
    expect(Object.keys(wrong.body.details as object)).toEqual(
      expect.arrayContaining(['enabeld', 'id']),
    );
    expect((await send('POST', path, [])).status).toBe(400);
    expect((await send('POST', path, { ...body('wrong'), id: 'no spaces' })).status).toBe(400);
    expect((await send('PUT', `${path}/one`, { ...body('two') })).body).toMatchObject({
      details: { id: expect.any(String) as unknown },
    });
  });

  it('needs catalog:read to read and catalog:write to change', async () => {
    const answers = await Promise.all([
      send('POST', path, body('foreign'), as('viewer')),
      send('PUT', `${path}/foreign`, changed, as('viewer')),
      send('DELETE', `${path}/foreign`, undefined, as('viewer')),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await send('GET', path, undefined, { authorization: '' })).status).toBe(401);
  });

  it('answers the same for an id of another workspace as for an unknown id', async () => {
    const created = await send('POST', path, body('tenant'));
    const etag = created.headers.get('etag') ?? '';
    const attempts = (id: string) =>
      Promise.all([
        send('GET', `${path}/${id}`, undefined, as('other')),
        send('PUT', `${path}/${id}`, changed, as('other')),
        send('PUT', `${path}/${id}`, changed, { ...as('other'), 'if-match': etag }),
        send('DELETE', `${path}/${id}`, undefined, as('other')),
      ]);
    const bodies = async (id: string) =>
      (await attempts(id)).map(({ status, body: answer }) => ({
        ...answer,
        message: String(answer.message).replaceAll(`"${id}"`, 'the id'),
        status,
        requestId: '',
      }));
    expect(await bodies('tenant')).toEqual(await bodies('nope'));
    expect((await bodies('tenant')).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const page = await send('GET', path, undefined, as('other'));
    expect(page.status).toBe(200);
    expect((page.body[list] as { id: string }[]).map(({ id }) => id)).not.toContain('tenant');
    expect((await send('GET', `${path}/tenant`)).body).toEqual(created.body);
    await send('DELETE', `${path}/tenant`);
  });
});

describe('/transformations and /transformation-libraries', () => {
  it.each(['/transformations', '/transformation-libraries'])(
    '%s accept Basic as well',
    async (path) => {
      const basic = (text: string) => ({
        authorization: `Basic ${Buffer.from(text).toString('base64')}`,
      });
      const statuses = await Promise.all(
        [`A@example.com:${TOKENS.admin}`, `:${TOKENS.admin}`, `b@example.com:${TOKENS.admin}`].map(
          async (text) => (await send('GET', path, undefined, basic(text))).status,
        ),
      );
      expect(statuses).toEqual([200, 200, 401]);
      const anonymous = await send('GET', path, undefined, { authorization: '' });
      expect(anonymous.headers.get('www-authenticate')).toContain('Basic');
    },
  );

  it('limit the size of code', async () => {
    const code = 'ä'.repeat(128 * 1024);
    const fits = await send('POST', '/transformations', { id: 'large', name: 'L', code });
    expect(fits.status).toBe(201);
    const over = await send('POST', '/transformations', { name: 'L', code: `${code}x` });
    expect(over.body).toMatchObject({
      details: { code: expect.stringContaining('262144') as unknown },
    });
    await send('DELETE', '/transformations/large');
  });

  it('have libraries with unique names', async () => {
    const body = { name: 'pii', code: 'x' };
    expect((await send('POST', '/transformation-libraries', body)).status).toBe(201);
    expect((await send('POST', '/transformation-libraries', body)).status).toBe(409);
    expect((await send('POST', '/transformation-libraries', body, as('other'))).status).toBe(201);
  });
});

describe('/v2/connections', () => {
  const body = { sourceId: 'src_for_con', destinationId: 'dst_for_one' };

  it('allows only one connection between a source and a destination', async () => {
    const first = await send('POST', '/v2/connections', body);
    expect(first.status).toBe(201);
    expect((await send('POST', '/v2/connections', { ...body, id: 'another' })).status).toBe(409);
    const second = await send('POST', '/v2/connections', {
      ...body,
      id: 'second',
      destinationId: 'dst_for_gone',
    });
    expect(second.status).toBe(201);
    expect((await send('PUT', '/v2/connections/second', body)).status).toBe(409);
  });

  it('refuses a reference to an unknown item or to an item of another workspace', async () => {
    const wrong = (members: object) => send('POST', '/v2/connections', { ...body, ...members });
    expect((await wrong({ sourceId: 'nope' })).body).toMatchObject({
      code: 'invalid_request',
      details: { sourceId: expect.any(String) as unknown },
    });
    expect((await wrong({ destinationId: 'nope' })).body).toMatchObject({
      details: { destinationId: expect.any(String) as unknown },
    });
    await send('POST', '/v2/sources', { id: 'src_b', name: 'B', type: 'T' }, as('other'));
    expect((await wrong({ sourceId: 'src_b' })).status).toBe(400);
  });

  it('deletes the connections of a deleted destination', async () => {
    expect((await send('DELETE', '/v2/destinations/dst_for_gone')).status).toBe(204);
    expect((await send('GET', '/v2/connections/second')).status).toBe(404);
  });
});

describe('a change', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('takes effect in other processes within 5 s, and in the same process immediately', async () => {
    const reader = gateway.otherReader;
    await send('POST', '/v2/destinations', { id: 'dst_seen', name: 'Old', type: 'WEBHOOK' });
    expect((await reader.findTestTarget('ws_a', 'dst_seen'))?.destination.name).toBe('Old');
    await send('PUT', '/v2/destinations/dst_seen', { name: 'New', type: 'WEBHOOK' });
    const now = performance.now.bind(performance); // the clock of caches
    jest.spyOn(performance, 'now').mockImplementation(() => now() + 5_000);
    expect((await reader.findTestTarget('ws_a', 'dst_seen'))?.destination.name).toBe('New');
  });
});

import type { destinations, sources } from '@lethe/api/catalog';
import type { AnswerOf } from '@lethe/api/definition';
import { useGatewayOnDatabase } from './gateway-on-database.js';

type SourcePageDto = AnswerOf<(typeof sources)['operations']['listSources']>;
type DestinationPageDto = AnswerOf<(typeof destinations)['operations']['listDestinations']>;

const TOKENS = {
  admin: 'lth_admin_0123456789abcdefghijkl',
  viewer: 'lth_viewer_0123456789abcdefghijkl',
  other: 'lth_other_0123456789abcdefghijkl',
  large: 'lth_large_0123456789abcdefghijkl',
};

const SOURCES = Array.from({ length: 101 }, (_, n) => ({
  id: `src_${String(n).padStart(3, '0')}`,
  name: `Source ${n}`,
  type: 'Javascript',
  writeKey: `wk_${n}`,
}));

const FILE = {
  workspaces: [
    {
      id: 'ws_a',
      name: 'A',
      tokens: [
        { name: 'admin', email: 'a@example.com', token: TOKENS.admin, role: 'admin' },
        { name: 'viewer', email: 'a@example.com', token: TOKENS.viewer, role: 'viewer' },
      ],
      sources: SOURCES,
      transformations: [{ id: 'tr', name: 'T', code: 'x' }],
      destinations: [
        {
          id: 'dst_hook',
          name: 'Hook',
          type: 'WEBHOOK',
          config: {
            webhookUrl: 'https://example.com/hook',
            headers: [{ from: 'Authorization', to: 'Bearer very-secret' }],
          },
          transformation: 'tr',
        },
      ],
    },
    {
      id: 'ws_b',
      name: 'B',
      tokens: [{ name: 'other', email: 'b@example.com', token: TOKENS.other, role: 'admin' }],
    },
    {
      id: 'ws_c',
      name: 'C',
      tokens: [{ name: 'large', email: 'c@example.com', token: TOKENS.large, role: 'admin' }],
      sources: SOURCES.slice(0, 7).map((source) => ({
        ...{ ...source, writeKey: `wk_c_${source.id}` },
        config: { large: 'x'.repeat(200 * 1024) },
      })),
      transformations: Array.from({ length: 101 }, (_, n) => ({
        id: `tr_${String(n).padStart(3, '0')}`,
        name: `T${n}`,
        // Each of these characters needs six characters in JSON.
        code: n % 20 === 0 ? `//${'\u0001'.repeat(50 * 1024)}` : '//',
      })),
    },
  ],
};

const gateway = useGatewayOnDatabase(FILE);

async function get(path: string, token = TOKENS.admin) {
  const response = await fetch(`${gateway.url}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, body: (await response.json()) as object };
}

describe('GET /v2/sources', () => {
  it('shows 100 sources on a page, the total, and the path of the next page', async () => {
    const first = (await get('/v2/sources')).body as SourcePageDto;
    expect(first.sources).toHaveLength(100);
    expect(first.paging).toEqual({ total: 101, next: '/v2/sources?page=2' });
    const second = (await get('/v2/sources?page=2')).body as SourcePageDto;
    expect(second.sources.map(({ id }) => id)).toEqual(['src_100']);
    expect(second.paging).toEqual({ total: 101 });
  });

  it.each([
    ['/v2/sources', 'sources', 7],
    ['/transformations', 'transformations', 101],
  ])(
    'ends a page of large items early at %s, and `next` is the path of the remaining items',
    async (path, name, count) => {
      const seen: string[] = [];
      const paths: string[] = [];
      for (let next: string | undefined = path; next !== undefined;) {
        paths.push(next);
        const { body } = await get(next, TOKENS.large);
        expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(1.4 * 1024 * 1024);
        const { [name]: items, paging } = body as unknown as Record<string, { id: string }[]> & {
          paging: SourcePageDto['paging'];
        };
        expect(paging.total).toBe(count);
        seen.push(...items!.map(({ id }) => id));
        next = paging.next;
      }
      expect(seen).toEqual([...new Set(seen)].sort());
      expect([seen.length, paths]).toEqual([
        count,
        expect.arrayContaining([expect.stringContaining('?page=1&after=')]),
      ]);
    },
  );

  it('is empty beyond the last page', async () => {
    const { body } = await get('/v2/sources?page=99');
    expect(body).toEqual({ sources: [], paging: { total: 101 } });
  });

  it('shows write keys only to tokens with catalog:write', async () => {
    const shown = {
      id: 'src_007',
      name: 'Source 7',
      type: 'Javascript',
      enabled: true,
      config: {},
      createdAt: expect.any(String) as unknown,
      updatedAt: expect.any(String) as unknown,
    };
    const { body: forAdmin } = await get('/v2/sources/src_007');
    expect(forAdmin).toEqual({ source: { ...shown, writeKey: 'wk_7' } });
    const { body: forViewer } = await get('/v2/sources/src_007', TOKENS.viewer);
    expect(forViewer).toEqual({ source: shown });
  });
});

describe('GET /v2/destinations', () => {
  it('masks secrets for every caller', async () => {
    const body = (await get('/v2/destinations')).body as DestinationPageDto;
    expect(body).toEqual({
      destinations: [
        {
          id: 'dst_hook',
          name: 'Hook',
          type: 'WEBHOOK',
          enabled: true,
          config: {
            webhookUrl: 'https://example.com/hook',
            headers: [{ from: 'Authorization', to: 'Be***' }],
          },
          workspaceId: 'ws_a',
          createdAt: expect.any(String) as unknown,
          updatedAt: expect.any(String) as unknown,
          transformation: { id: 'tr', version: 1 },
        },
      ],
      paging: { total: 1 },
    });
    const { body: one } = await get('/v2/destinations/dst_hook');
    expect(one).toEqual({ destination: body.destinations[0] });
  });
});

describe('a caller of another workspace', () => {
  it('gets the same answers as for unknown ids', async () => {
    expect((await get('/v2/sources', TOKENS.other)).body).toEqual({
      sources: [],
      paging: { total: 0 },
    });
    const [foreign, unknown] = await Promise.all([
      get('/v2/destinations/dst_hook', TOKENS.other),
      get('/v2/destinations/dst_nope', TOKENS.other),
    ]);
    expect(foreign.status).toBe(404);
    const asNope = JSON.parse(
      JSON.stringify(foreign.body).replace('dst_hook', 'dst_nope'),
    ) as object;
    expect({ ...asNope, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
  });
});

describe('an invalid token', () => {
  it.each(['lth_admin_0123456789abcdefghijkm', 'lth_admin', TOKENS.admin.toUpperCase()])(
    '%s gets 401',
    async (token) => {
      expect((await get('/v2/sources', token)).status).toBe(401);
    },
  );
});

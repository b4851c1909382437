import type { SuppressionPageCommand, SuppressionPageDto } from '@lethe/api/suppressions';
import { LetheError } from '@lethe/contracts';
import { send, useGateways } from './gateway-under-test.js';

const OF_WORKSPACE = '/dataplane/workspaces/ws_demo/regulations/suppressions';
const OF_NAMESPACE = '/dataplane/namespaces/ns_demo/regulations/suppressions';

const basic = (secret: string) => ({
  authorization: `Basic ${Buffer.from(`${secret}:`).toString('base64')}`,
});

function pageOf(size: number): SuppressionPageDto {
  const items = Array.from({ length: size }, (_, index) => ({
    workspaceId: 'ws_demo',
    userId: `user-${index}`,
    canceled: false,
    createdAt: '2026-11-21T08:00:00.000Z',
    sourceIds: [],
  }));
  return { items, token: 'next' };
}

describe('the feed of suppressions over HTTP', () => {
  const start = useGateways();

  const startWith = async (answer: SuppressionPageDto | LetheError = pageOf(1)) => {
    const requests: SuppressionPageCommand[] = [];
    const gateway = await start({
      commands: {
        suppressionPage: (command) => {
          requests.push(command);
          return answer instanceof LetheError ? Promise.reject(answer) : Promise.resolve(answer);
        },
      },
    });
    return { gateway, requests };
  };

  it.each([
    [OF_WORKSPACE, 'workspace-plane'],
    [OF_NAMESPACE, 'namespace-plane'],
  ])('contains only the workspaces of the credentials: %s', async (path, secret) => {
    const { gateway, requests } = await startWith();
    const token = 'eyJhIjoxfQ==';
    const query = `pageSize=50&pageToken=${encodeURIComponent(token)}`;
    const answer = await send(gateway, `${path}?${query}`, { headers: basic(secret) });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.json()).toEqual(pageOf(1));
    expect(requests).toEqual([
      expect.objectContaining({
        context: expect.objectContaining({ workspaceIds: ['ws_demo'] }) as object,
        limit: 50,
        token,
      }),
    ]);
  });

  it.each([
    [OF_WORKSPACE, 'namespace-plane'],
    [OF_NAMESPACE, 'workspace-plane'],
    [OF_WORKSPACE.replace('ws_demo', 'ws_other'), 'workspace-plane'],
    [OF_NAMESPACE.replace('ns_demo', 'ns_other'), 'namespace-plane'],
  ])('does not reveal %s to %s', async (path, secret) => {
    const { gateway, requests } = await startWith();
    const answer = await send(gateway, path, { headers: basic(secret) });
    expect(answer.status).toBe(404);
    expect(requests).toEqual([]);
  });

  it('refuses tokens and unknown credentials', async () => {
    const { gateway } = await startWith();
    for (const headers of [
      { authorization: 'Bearer admin' },
      { authorization: 'Bearer workspace-plane' },
      basic('admin'),
      basic('nobody'),
    ]) {
      const answer = await send(gateway, OF_WORKSPACE, { headers });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toContain('Basic');
    }
  });

  it('refuses an invalid page size, and accepts any page token', async () => {
    const { gateway, requests } = await startWith();
    const headers = basic('workspace-plane');
    const refused = await send(gateway, `${OF_WORKSPACE}?pageSize=10001`, { headers });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toHaveProperty('details.pageSize');
    const tokens = ['nonsense', '%00', '%FF', '%', 'A'.repeat(2000)];
    for (const token of tokens) {
      const answer = await send(gateway, `${OF_WORKSPACE}?pageToken=${token}`, { headers });
      expect(answer.status).toBe(200);
    }
    expect(requests).toHaveLength(tokens.length);
  });

  it('uses gzip for a client that accepts it, and never answers 304', async () => {
    const { gateway } = await startWith(pageOf(100));
    const compressed = await send(gateway, OF_WORKSPACE, {
      headers: { ...basic('workspace-plane'), 'accept-encoding': 'gzip', 'if-none-match': '*' },
    });
    expect(compressed.status).toBe(200);
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(await compressed.json()).toEqual(pageOf(100));
    const plain = await send(gateway, OF_WORKSPACE, {
      headers: { ...basic('workspace-plane'), 'accept-encoding': 'identity' },
    });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.json()).toEqual(pageOf(100));
  });

  it('answers 503 with Retry-After while the regulation service does not answer', async () => {
    const { gateway } = await startWith(new LetheError('unavailable'));
    const answer = await send(gateway, OF_WORKSPACE, { headers: basic('workspace-plane') });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).not.toBeNull();
  });
});

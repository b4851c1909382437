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
    const asked: SuppressionPageCommand[] = [];
    const gateway = await start({
      commands: {
        suppressionPage: (command) => {
          asked.push(command);
          return answer instanceof LetheError ? Promise.reject(answer) : Promise.resolve(answer);
        },
      },
    });
    return { gateway, asked };
  };

  it.each([
    [OF_WORKSPACE, 'workspace-plane'],
    [OF_NAMESPACE, 'namespace-plane'],
  ])('asks for the workspaces of the credentials: %s', async (path, secret) => {
    const { gateway, asked } = await startWith();
    const token = 'eyJhIjoxfQ==';
    const query = `pageSize=50&pageToken=${encodeURIComponent(token)}`;
    const answer = await send(gateway, `${path}?${query}`, { headers: basic(secret) });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.json()).toEqual(pageOf(1));
    expect(asked).toEqual([
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
  ])('does not tell that %s is there to %s', async (path, secret) => {
    const { gateway, asked } = await startWith();
    const answer = await send(gateway, path, { headers: basic(secret) });
    expect(answer.status).toBe(404);
    expect(asked).toEqual([]);
  });

  it('takes neither a user nor a stranger', async () => {
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

  it('refuses a size that is none, and answers any token', async () => {
    const { gateway, asked } = await startWith();
    const headers = basic('workspace-plane');
    const refused = await send(gateway, `${OF_WORKSPACE}?pageSize=10001`, { headers });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toHaveProperty('details.pageSize');
    const tokens = ['nonsense', '%00', '%FF', '%', 'A'.repeat(2000)];
    for (const token of tokens) {
      const answer = await send(gateway, `${OF_WORKSPACE}?pageToken=${token}`, { headers });
      expect(answer.status).toBe(200);
    }
    expect(asked).toHaveLength(tokens.length);
  });

  it('compresses a page for whoever asks for that, and is never not modified', async () => {
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

  it('is refused fast and told to come back while something behind is away', async () => {
    const { gateway } = await startWith(new LetheError('unavailable'));
    const answer = await send(gateway, OF_WORKSPACE, { headers: basic('workspace-plane') });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).not.toBeNull();
  });
});

import type { DataPlaneJob, UpdateDataPlaneJob } from '@lethe/api/deletions';
import { LetheError } from '@lethe/contracts';
import { useGateways } from './gateway-under-test.js';

const gateways = useGateways();
const PATH = '/dataplane/workspaces/ws_demo/regulations/workerJobs';
const headers = (secret = 'workspace-plane') => ({
  authorization: `Basic ${Buffer.from(`${secret}:`).toString('base64')}`,
});
const away = () => Promise.reject(new LetheError('unavailable'));

describe('a data plane that asks for a deletion job', () => {
  it('gets it as it stands', async () => {
    const job: DataPlaneJob = {
      jobId: '9223372036854775807',
      workspaceId: 'ws_demo',
      destinationId: 'dst',
      users: [{ userId: 'u', n: '1' }],
      failedAttempts: 2,
    };
    const { url } = await gateways({
      commands: { claimDataPlaneJob: () => Promise.resolve({ job }) },
    });
    const response = await fetch(url + PATH, { headers: headers() });
    expect(response.status).toBe(200);
    const { users, ...rest } = job;
    expect(await response.json()).toEqual({ ...rest, userAttributes: users });
  });

  it('hears that there is nothing when something is away, or there is too much to do', async () => {
    const ask = async (url: string) => {
      const response = await fetch(url + PATH, { headers: headers() });
      return [response.status, await response.text()];
    };
    const nothing = [204, ''];
    const broken = () => Promise.reject(new Error('a bug'));
    for (const claimDataPlaneJob of [away, broken]) {
      const { url } = await gateways({ commands: { claimDataPlaneJob } });
      expect(await ask(url)).toEqual(nothing);
    }
    const noCatalog = await gateways({ dataPlaneAuthenticator: { authenticate: away } });
    expect(await ask(noCatalog.url)).toEqual(nothing);
    const full = await gateways({ maxInFlight: 0 });
    expect(await ask(full.url)).toEqual(nothing);
  });

  it('is refused all the same without its secret, and on the path of another', async () => {
    const { url } = await gateways();
    expect((await fetch(url + PATH, { headers: headers('guessed') })).status).toBe(401);
    const other = PATH.replace('ws_demo', 'ws_other');
    expect((await fetch(url + other, { headers: headers() })).status).toBe(404);
  });
});

describe('a data plane that says what became of a job', () => {
  const tell = (url: string, body: string | Buffer, type = 'application/json') =>
    fetch(`${url}${PATH}/7`, {
      method: 'PATCH',
      headers: { ...headers(), 'content-type': type },
      body,
    });

  it('is asked to repeat it while it cannot be stored', async () => {
    const { url } = await gateways({ commands: { updateDataPlaneJob: away } });
    expect((await tell(url, '{"status":"complete"}')).status).toBe(503);
  });

  it('is heard whatever the content type, and what says nothing is passed over', async () => {
    const told: Pick<UpdateDataPlaneJob, 'jobId' | 'status' | 'reason'>[] = [];
    const { url } = await gateways({
      commands: {
        updateDataPlaneJob: ({ jobId, status, ...rest }) => {
          told.push({ jobId, status, ...('reason' in rest ? { reason: rest.reason } : {}) });
          return Promise.resolve();
        },
      },
    });
    const odd = [
      '{"status":"done"}',
      'x',
      '{"status":',
      '[[[',
      Buffer.from([0xff]),
      ' '.repeat(100_000),
    ];
    for (const body of odd) expect((await tell(url, body)).status).toBe(204);
    expect(told).toEqual([]);
    expect((await tell(url, '{"status":"failed","reason":7}', 'text/plain')).status).toBe(204);
    const reason = JSON.stringify(`a\u0000b${'😀'.repeat(300)}`);
    expect((await tell(url, `{"status":"aborted","reason":${reason}}`)).status).toBe(204);
    expect(told[0]).toEqual({ jobId: '7', status: 'failed' });
    expect(told[1]?.reason).toBe(`ab${'😀'.repeat(249)}`);
  });
});

import type { DataPlaneJob, UpdateDataPlaneJob } from '@lethe/api/deletions';
import { LetheError } from '@lethe/contracts';
import { useGateways } from './gateway-under-test.js';

const gateways = useGateways();
const PATH = '/dataplane/workspaces/ws_demo/regulations/workerJobs';
const headers = (secret = 'workspace-plane') => ({
  authorization: `Basic ${Buffer.from(`${secret}:`).toString('base64')}`,
});
const unavailable = () => Promise.reject(new LetheError('unavailable'));

describe('a data plane that polls for a deletion job', () => {
  it('gets the job unchanged', async () => {
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

  it('gets a 204 without a job if the claim fails, or if the catalog does not answer', async () => {
    const ask = async (url: string) => {
      const response = await fetch(url + PATH, { headers: headers() });
      return [response.status, await response.text()];
    };
    const nothing = [204, ''];
    const broken = () => Promise.reject(new Error('a bug'));
    for (const claimDataPlaneJob of [unavailable, broken]) {
      const { url } = await gateways({ commands: { claimDataPlaneJob } });
      expect(await ask(url)).toEqual(nothing);
    }
    const noCatalog = await gateways({ dataPlaneAuthenticator: { authenticate: unavailable } });
    expect(await ask(noCatalog.url)).toEqual(nothing);
  });

  it('is refused with an unknown secret, and on the path of another workspace', async () => {
    const { url } = await gateways();
    expect((await fetch(url + PATH, { headers: headers('guessed') })).status).toBe(401);
    const other = PATH.replace('ws_demo', 'ws_other');
    expect((await fetch(url + other, { headers: headers() })).status).toBe(404);
  });
});

describe('a data plane that reports a job', () => {
  const report = (url: string, body: string | Buffer, type = 'application/json') =>
    fetch(`${url}${PATH}/7`, {
      method: 'PATCH',
      headers: { ...headers(), 'content-type': type },
      body,
    });

  it('gets a 503 for a report that cannot be stored, so that it repeats the report', async () => {
    const { url } = await gateways({ commands: { updateDataPlaneJob: unavailable } });
    expect((await report(url, '{"status":"complete"}')).status).toBe(503);
  });

  it('can use any content type, and its invalid reports are ignored', async () => {
    const reports: Pick<UpdateDataPlaneJob, 'jobId' | 'status' | 'reason'>[] = [];
    const { url } = await gateways({
      commands: {
        updateDataPlaneJob: ({ jobId, status, ...rest }) => {
          reports.push({ jobId, status, ...('reason' in rest ? { reason: rest.reason } : {}) });
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
    for (const body of odd) expect((await report(url, body)).status).toBe(204);
    expect(reports).toEqual([]);
    expect((await report(url, '{"status":"failed","reason":7}', 'text/plain')).status).toBe(204);
    const reason = JSON.stringify(`a\u0000b${'😀'.repeat(300)}`);
    expect((await report(url, `{"status":"aborted","reason":${reason}}`)).status).toBe(204);
    expect(reports[0]).toEqual({ jobId: '7', status: 'failed' });
    expect(reports[1]?.reason).toBe(`ab${'😀'.repeat(249)}`);
  });
});

import { describeWithKafka, waitFor } from '@lethe/testing';
import { WORKSPACE } from './support/workspaces.js';
import { System } from './system.js';

describeWithKafka('a token that is revoked', () => {
  let system: System;

  beforeAll(async () => {
    system = await System.start({ gateways: 2 });
  });

  afterAll(() => system.stop());

  it('soon stops working on every gateway, and stays revoked after a restart', async () => {
    const statuses = (): Promise<number[]> =>
      Promise.all(
        system.gateways.map(async (_, gateway) => {
          const answer = await system.api('shortLived', gateway).request('GET', '/v2/regulations');
          return answer.status;
        }),
      );
    await waitFor(async () => (await statuses()).every((status) => status === 200));
    const revoke = ['token', 'revoke', '--workspace', WORKSPACE, '--name', 'short-lived'];
    expect(await system.cli(...revoke).exited).toMatchObject({ code: 0 });
    await waitFor(async () => (await statuses()).every((status) => status === 401), {
      // 5 s and what a busy machine takes; that it is 5 s is shown in libs/catalog.
      timeoutMs: 20_000,
      message: 'both gateways to refuse the token',
    });
    expect((await system.api('admin').request('GET', '/v2/regulations')).status).toBe(200);

    // The workspace file names the token, and is applied at each start.
    await Promise.all(system.gateways.map((gateway) => gateway.stop()));
    for (const gateway of system.gateways) gateway.start();
    await system.ready();
    await waitFor(async () => !(await statuses()).includes(503));
    expect(await statuses()).toEqual([401, 401]);
  });
});

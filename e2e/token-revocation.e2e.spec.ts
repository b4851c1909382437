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
          const api = system.api('shortLived', gateway);
          return (await api.request('GET', '/v2/regulations')).status;
        }),
      );
    await waitFor(async () => (await statuses()).every((status) => status === 200));
    const revoke = ['token', 'revoke', '--workspace', WORKSPACE, '--name', 'short-lived'];
    expect(await system.cli(...revoke).exited).toMatchObject({ code: 0 });
    await waitFor(async () => (await statuses()).every((status) => status === 401), {
      // That it takes 5 s at most is shown in libs/catalog.
      message: 'both gateways to refuse the token',
    });
    expect((await system.api('admin').list()).data).toEqual([]);

    // The workspace file names the token, and is applied at each start.
    await Promise.all(system.gateways.map((gateway) => gateway.stop()));
    for (const gateway of system.gateways) gateway.start();
    await system.ready();
    expect(await statuses()).toEqual([401, 401]);
  });
});

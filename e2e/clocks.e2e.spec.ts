import { describeWithKafka } from '@lethe/testing';
import { DATA_PLANES, IDS, WORKSPACE } from './support/workspaces.js';
import { System, type AppName } from './system.js';

const CLOCK_AHEAD = new URL('support/clock-ahead.mjs', import.meta.url).href;
/** More than the deadlines of commands (30 s) and feed requests (10 s). */
const AHEAD_MS = 31_000;
/**
 * The number of the instance whose clock is ahead. Each gateway uses the regulation service with
 * the gateway's number, and both test runners.
 */
const AHEAD: Readonly<Record<AppName, number>> = {
  regulation: 0,
  gateway: 1,
  'test-runner': 0,
  'deletion-worker': 0,
};
const GATEWAYS = [0, 1];
/** Number of test runs, enough for both test runners to get some. */
const RUNS = 30;

describeWithKafka('machines whose clocks differ by 31 s', () => {
  let system: System;

  beforeAll(async () => {
    system = await System.start({
      regulations: 2,
      gateways: 2,
      runners: 2,
      environment: (app, index): Record<string, string> =>
        index === AHEAD[app]
          ? {
              NODE_OPTIONS: `--import ${CLOCK_AHEAD}`,
              LETHE_E2E_CLOCK_AHEAD_MS: String(AHEAD_MS),
            }
          : {},
    });
  });
  afterAll(() => system.stop());

  it.each(GATEWAYS)('create, list and cancel regulations (gateway %i)', async (gateway) => {
    const api = system.api('admin', gateway);
    const id = await api.suppress(`clocks-${gateway}`);
    expect((await api.list('?limit=1')).data).toHaveLength(1);
    await api.cancel(id);
    expect(await api.get(id)).toMatchObject({ canceled: true });
  });

  it.each(GATEWAYS)('serve the suppression feed (gateway %i)', async (gateway) => {
    const secret = Buffer.from(`${DATA_PLANES.workspace}:`).toString('base64');
    const url = `${system.addressOf(gateway)}/dataplane/workspaces/${WORKSPACE}/regulations/suppressions`;
    const answer = await fetch(url, { headers: { authorization: `Basic ${secret}` } });
    expect(answer.status).toBe(200);
  });

  it.each(GATEWAYS)('run tests in time (gateway %i)', async (gateway) => {
    const api = system.api('admin', gateway);
    const body = { message: { type: 'track', event: 'x', userId: 'u' } };
    const answers = await Promise.all(
      Array.from({ length: RUNS }, () =>
        api.request('POST', `/v0/testDestination/${IDS.hook}`, { body }),
      ),
    );
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(text).toContain('"endpoint"');
    }
  });
});

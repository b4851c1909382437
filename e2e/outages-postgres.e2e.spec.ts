import { describeWithKafka, waitFor } from '@lethe/testing';
import { OwnService } from './support/own-services.js';
import { Recovery } from './support/recovery.js';
import { REFUSED_WELL } from './support/refusal.js';
import { ROUTES, serves } from './support/routes.js';
import { SteadyCallers } from './support/steady-callers.js';
import { System } from './system.js';

/** Number of successive look-ups that must succeed: one success can be luck. */
const IN_A_ROW = 5;
const LOOK_UPS: ReadonlySet<string> = new Set(['catalog', 'cached token']);
const ALL_FOUND = Array.from({ length: IN_A_ROW }, () => 200).join();

describeWithKafka('a system whose PostgreSQL or regulation service fails', () => {
  let postgres: OwnService;
  let system: System;
  let recovery: Recovery;
  let callers: SteadyCallers | undefined;

  beforeAll(async () => {
    postgres = await OwnService.postgres();
    system = await System.start({
      regulations: 2,
      databaseUrl: postgres.address,
      environment: () => ({ LETHE_UNAVAILABLE_AFTER: '2' }),
    });
    recovery = new Recovery(system);
  });

  afterEach(async () => {
    await callers?.stop();
  });

  afterAll(async () => {
    await system.stop();
    await postgres.remove();
  });

  it('has every route of the API in the tests below', async () => {
    const { text } = await system.api().request('GET', '/openapi.json');
    const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, unknown>> };
    const operations = Object.entries(paths)
      .filter(([path]) => path.startsWith('/v2/'))
      .flatMap(([path, methods]) => Object.keys(methods).map((m) => `${m.toUpperCase()} ${path}`));
    expect(operations.length).toBeGreaterThan(0);
    expect(operations.filter((operation) => !ROUTES.some(serves(operation)))).toEqual([]);
  });

  it.each(['stop', 'kill'] as const)(
    'refuses all requests at once without PostgreSQL, and recovers without a restart (%s)',
    async (how) => {
      callers = new SteadyCallers(system, `no-postgres-${how}`);
      await callers.acknowledge(20);
      await postgres[how]();
      // A token is cached for 2 s.
      await recovery.expectRefusals(ROUTES.filter(({ needs }) => needs !== 'cached token'));
      await recovery.expectReadyWithout('database');
      await recovery.forgetsTokens();
      await recovery.expectRefusals(ROUTES); // again, when no token and no connection is cached
      await postgres.start();
      await recovery.recovers(`after-postgres-${how}`);
      await expectNothingLost(callers);
    },
  );

  it('refuses regulations at once without the regulation service, and still serves look-ups', async () => {
    callers = new SteadyCallers(system, 'no-service');
    await callers.acknowledge(20);
    await Promise.all(system.regulations.map((instance) => instance.kill()));
    await recovery.expectRefusals(ROUTES.filter(({ needs }) => needs === 'regulation service'));
    await recovery.expectReadyWithout('regulation');
    for (const { method, path } of ROUTES.filter(({ needs }) => LOOK_UPS.has(needs))) {
      // If the machine pauses, one look-up can be refused, but not several in a row.
      const statuses: number[] = [];
      await waitFor(
        async () => {
          const { status } = await system.api().request(method, path);
          statuses.push(status);
          return statuses.slice(-IN_A_ROW).join() === ALL_FOUND;
        },
        { message: () => `${path} to be served ${IN_A_ROW} times, got ${String(statuses)}` },
      );
      expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    }
    for (const instance of system.regulations) instance.start();
    await recovery.recovers('after-service');
    await expectNothingLost(callers);
  });

  async function expectNothingLost(callers: SteadyCallers): Promise<void> {
    await callers.stop();
    expect(callers.refused.filter((refusal) => refusal !== REFUSED_WELL)).toEqual([]);
    await recovery.expectEverythingPublished();
    await recovery.expectStored(callers);
  }
});

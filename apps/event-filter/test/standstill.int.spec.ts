import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  describeWithKafka,
  startOwnKafka,
  useTestKafka,
  waitFor,
  type SpawnedApp,
} from '@lethe/testing';
import { EventLoad } from './event-load.js';
import { expectExactlyOnce } from './exactly-once.js';
import { FilterFixture } from './filter-fixture.js';

const PARTITIONS = 6;
/** Allows a session timeout of 2 s, after which the broker removes the old member of the group. */
const SETTINGS = { 'group.min.session.timeout.ms': '1000' };

describeWithKafka('the event filter next to a frozen instance', () => {
  const server = useTestKafka();
  let fixture: FilterFixture;
  let load: EventLoad;

  beforeEach(async () => {
    fixture = new FilterFixture(server.brokers);
    load = new EventLoad(fixture);
    await fixture.createTopics(PARTITIONS);
    await fixture.suppress(EventLoad.suppressed);
  });
  afterEach(async () => {
    await load.stop();
    await fixture.stop();
  });

  const timesJoined = (app: SpawnedApp): number => {
    return app.stdout.filter((line) => line.includes('filtering events')).length;
  };

  it('forwards each event exactly once when a frozen instance resumes, and lets the instance join again', async () => {
    await load.send(10_000);
    const frozen = await fixture.start();
    await waitFor(async () => (await fixture.committed()) > 0, { intervalMs: 5 });
    frozen.kill('SIGSTOP');
    // The frozen instance must have a batch in flight. If it has already committed all events, it
    // resumes, gets more events, and is frozen again.
    while ((await fixture.committed()) >= load.sent) {
      frozen.kill('SIGCONT');
      await load.send(10_000);
      frozen.kill('SIGSTOP');
    }
    await fixture.start();
    await fixture.drained();
    load.start();
    const joined = timesJoined(frozen);
    frozen.kill('SIGCONT');
    await waitFor(() => timesJoined(frozen) > joined, {
      message: () => `the frozen instance to join again:\n${frozen.output}`,
    });
    await expectExactlyOnce(fixture, load);
  });
});

describeWithKafka('the event filter without its broker', () => {
  it('continues at its committed offset when the broker is available again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lethe-filter-'));
    let kafka = await startOwnKafka({ dataDir: folder, settings: SETTINGS });
    const fixture = new FilterFixture(kafka.brokers);
    const load = new EventLoad(fixture);
    try {
      await fixture.createTopics(PARTITIONS);
      await fixture.suppress(EventLoad.suppressed);
      await load.send(10_000);
      const app = await fixture.start({ LETHE_EVENTS_SESSION_TIMEOUT: '2' });
      await waitFor(
        async () => /forwarded_events_total [1-9]/.test((await fixture.get(app, '/metrics')).text),
        {
          intervalMs: 5,
        },
      );
      await kafka.kill();
      let livez: { status: number; text: string } | undefined;
      await waitFor(
        async () => {
          livez = await fixture.get(app, '/livez');
          return livez.status === 200;
        },
        { message: () => `the filter to be alive: ${livez?.text ?? 'no answer'}\n${app.output}` },
      );
      const shows = (line: RegExp) =>
        waitFor(async () => line.test((await fixture.get(app, '/metrics')).text), {
          message: String(line),
        });
      await shows(/^lethe_filter_index_connected 0$/m);
      await shows(/^lethe_filter_index_lag_records NaN$/im);
      kafka = await startOwnKafka({ dataDir: folder, port: kafka.port, settings: SETTINGS });
      await load.send(1_000);
      await fixture.drained();
      await shows(/^lethe_filter_index_connected 1$/m);
      await shows(/^lethe_filter_index_lag_records 0$/m);
      await expectExactlyOnce(fixture, load);
    } finally {
      await fixture.stop();
      await kafka.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

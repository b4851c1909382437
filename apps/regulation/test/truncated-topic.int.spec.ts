import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalKafka } from '@lethe/local-services';
import { describeWithKafka, startOwnKafka, waitFor } from '@lethe/testing';
import { delayingPublisher } from './blocked-stub.js';
import { RelayOnKafka } from './relay-on-kafka.js';

const named = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}-${index}`);

describeWithKafka('the relay, after a broker lost the end of a topic', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lethe-truncated-'));
  let kafka: LocalKafka;
  let relay: RelayOnKafka;

  beforeAll(async () => {
    kafka = await startOwnKafka({ dataDir });
  });
  beforeEach(async () => {
    relay = await RelayOnKafka.make(kafka.brokers);
  });
  afterEach(() => relay.close());
  afterAll(async () => {
    await kafka.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /**
   * Kills the broker, and removes all records of one topic. The same happens if a machine fails
   * before its disk has the acknowledged records.
   */
  async function loseStates(): Promise<void> {
    await kafka.kill();
    const data = join(dataDir, 'data');
    for (const partition of readdirSync(data)) {
      if (!partition.startsWith(`${relay.states}-`)) continue;
      for (const file of readdirSync(join(data, partition))) {
        if (file.endsWith('.log')) truncateSync(join(data, partition, file));
        if (file.endsWith('.snapshot')) rmSync(join(data, partition, file));
      }
    }
    kafka = await startOwnKafka({ dataDir, port: kafka.port });
  }
  const isOnTopic = (users: string[]) =>
    waitFor(
      async () => {
        const known = new Set(await relay.usersOnTopic());
        return users.every((user) => known.has(user));
      },
      { message: 'all users to be on the topic' },
    );

  it('publishes everything again while it is running', async () => {
    relay.start();
    await relay.create('u1', 'u2');
    await relay.told(2);
    const { topicId } = await relay.recordThat(({ liveKeys }) => liveKeys === 2);
    await loseStates();
    await isOnTopic(['u1', 'u2']);
    const record = await relay.recordThat(({ liveKeys }) => liveKeys === 2);
    expect(record.topicId).toBe(topicId);
  });

  it('publishes everything again, even if more records were written since than were lost', async () => {
    const early = named('early', 24);
    relay.start();
    await relay.create(...early);
    await relay.told(early.length);
    await relay.stop();

    const late = named('late', 400);
    await relay.create(...late);
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    const firstWrite = new Promise<void>((resolve) => {
      relay.start({ around: (publisher) => delayingPublisher(publisher, resolve, gate) });
    });
    await firstWrite;
    await loseStates();
    go();
    await isOnTopic([...early, ...late]);
  });
});

import { TOPICS, topicName, type RelayRecord } from '@lethe/contracts';
import { DirectPublisher, TopicObserver } from '@lethe/messaging';
import { describeWithKafka, useTestKafka, waitFor } from '@lethe/testing';
import { kafkajsOf } from '@lethe/testing/kafka';
import { FilterFixture } from './filter-fixture.js';

describeWithKafka('the event filter after a loss of the suppressions topic', () => {
  const server = useTestKafka();
  let fixture: FilterFixture;

  beforeEach(() => {
    fixture = new FilterFixture(server.brokers);
  });
  afterEach(() => fixture.stop());

  const headers = { workspaceId: 'ws', sourceId: 'web' };
  const event = (userId: string) => JSON.stringify({ userId, type: 'track' });
  const END = { value: event('the-end'), headers, partition: 2 };
  const isEnd = ({ value }: { value: Buffer | null }) => value?.includes('the-end') ?? false;

  /** Writes a relay record for a complete topic. With `null`, removes the relay record. */
  async function writeRelayRecord(liveKeys: number | null): Promise<void> {
    const states = new TopicObserver(fixture.kafka, topicName(fixture.prefix, TOPICS.suppressions));
    const { clusterId = '', topicId = null, ends } = await states.observe();
    await states.close();
    const record: RelayRecord = {
      clusterId,
      topicId,
      endOffsets: [...ends],
      liveKeys: liveKeys ?? 0,
    };
    const publisher = new DirectPublisher(fixture.kafka, { retries: 10, deadlineMs: 120_000 });
    await publisher.publish([
      {
        topic: topicName(fixture.prefix, TOPICS.relay),
        key: clusterId,
        value: liveKeys === null ? null : JSON.stringify(record),
        headers: {},
      },
    ]);
    await publisher.close();
  }

  async function replaceSuppressions(): Promise<void> {
    const topic = topicName(fixture.prefix, TOPICS.suppressions);
    const admin = kafkajsOf(fixture.kafka).admin();
    await admin.connect();
    await admin.deleteTopics({ topics: [topic] });
    await waitFor(async () => !(await admin.listTopics()).includes(topic));
    await admin.disconnect();
    await waitFor(() => fixture.createSuppressions().then(() => true));
  }

  it('forwards no event before the relay has published all suppressions again', async () => {
    await fixture.createTopics();
    await fixture.suppress(['ann', 'bob']);
    await writeRelayRecord(2);
    await replaceSuppressions();
    await fixture.send([{ value: event('ann'), headers, partition: 2 }, END]);
    const app = fixture.spawn({ LETHE_RELAY_RECORD: 'required' });
    await app.waitForLine(/"lack":"topic"/);
    expect((await fixture.get(app, '/readyz')).status).toBe(503);
    await writeRelayRecord(null);
    await app.waitForLine(/"lack":"record"/);
    await fixture.suppress(['bob']);
    expect((await fixture.get(app, '/readyz')).status).toBe(503);
    expect(await fixture.committed()).toBe(0);
    await fixture.suppress(['ann']);
    await writeRelayRecord(2);
    await fixture.ready(app);
    expect(await fixture.read(fixture.output, (all) => all.some(isEnd))).toHaveLength(1);
  });

  it('starts although the relay record names more users than the topic has, if the topic has newer records', async () => {
    await fixture.createTopics();
    await writeRelayRecord(5);
    await fixture.suppress(['ann']);
    await fixture.start({ LETHE_RELAY_RECORD: 'required' });
    await fixture.send([{ value: event('ann'), headers, partition: 2 }, END]);
    expect(await fixture.read(fixture.output, (all) => all.some(isEnd))).toHaveLength(1);
  });
});

import {
  describeWithKafka,
  PATIENT_CLIENT,
  uniquePrefix,
  useTestKafka,
  waitFor,
} from '@lethe/testing';
import {
  type Admin,
  CompressionTypes,
  kafkajsOf,
  type Producer,
  type Transaction,
} from '@lethe/testing/kafka';
import {
  createKafka,
  OffsetOutOfRangeError,
  topicIdentity,
  type KafkaClient,
} from '../src/index.js';
import { ClusterConnection } from '../src/kafkajs/cluster-connection.js';
import { PartitionsAddedError } from '../src/follow/follow-topic.js';
import { waitForLeaders } from '../src/topics/ensure-topics.js';
import { Following } from './following.js';
import { describeTopic } from '../src/follow/topic-identity.js';

describeWithKafka('followTopic', () => {
  const server = useTestKafka();
  let kafka: KafkaClient;
  let admin: Admin;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    kafka = createKafka({ brokers: [server.brokers], clientId: 'follow', ...PATIENT_CLIENT });
    admin = kafkajsOf(kafka).admin();
    await admin.connect();
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  afterAll(() => admin.disconnect());

  async function makeTopic(config: Record<string, string> = {}, name?: string): Promise<string> {
    const topic = name ?? `${uniquePrefix()}followed`;
    const configEntries = Object.entries(config).map(([key, value]) => ({ name: key, value }));
    await admin.createTopics({
      waitForLeaders: false,
      topics: [{ topic, numPartitions: 1, configEntries }],
    });
    await waitForLeaders(admin, [topic]);
    return topic;
  }

  async function topicFromOffset2(): Promise<string> {
    const topic = await makeTopic();
    const messages = ['0', '1', '2'].map((value) => ({ key: 'k', value }));
    await (await producer()).send({ topic, messages });
    await admin.fetchTopicOffsets(topic); // loads the leaders of the topic into the client
    await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: '2' }] });
    return topic;
  }

  async function producer(transactionalId?: string): Promise<Producer> {
    const made = kafkajsOf(kafka).producer({
      maxInFlightRequests: 1,
      ...(transactionalId === undefined ? { idempotent: true } : { transactionalId }),
    });
    await made.connect();
    closing.push(() => made.disconnect());
    return made;
  }

  function follow(topic: string, positions?: Map<number, number>): Following {
    const following = new Following(kafka, topic, positions);
    closing.push(() => following.stop().catch(() => undefined));
    return following;
  }

  async function begin(topic: string, value: string): Promise<Transaction> {
    const transaction = await (await producer(uniquePrefix())).transaction();
    await transaction.send({ topic, messages: [{ key: 'k', value }] });
    return transaction;
  }

  it('hands over existing and new records, with every kind of key and value', async () => {
    const topic = await makeTopic();
    const plain = await producer();
    const headers = { ce_id: 'x', many: ['1', '2'] };
    await plain.send({ topic, messages: [{ key: 'a', value: 'ü', headers }] });
    const following = follow(topic);
    await following.untilPosition(1);
    await plain.send({ topic, messages: [{ key: 'b', value: null }] });
    await plain.send({ topic, messages: [{ key: null, value: 'x'.repeat(100_000) }] });
    await following.untilPosition(3);
    expect(following.seen).toEqual(['a=ü', 'b=null', `null=${'x'.repeat(100_000)}`]);
  });

  it('reads compressed batches', async () => {
    const topic = await makeTopic();
    const messages = Array.from({ length: 2_000 }, (_, i) => ({
      key: `k${String(i)}`,
      value: 'v',
    }));
    await (await producer()).send({ topic, messages, compression: CompressionTypes.GZIP });
    const following = follow(topic);
    await following.untilPosition(2_000);
    expect(following.seen).toEqual(messages.map(({ key }) => `${key}=v`));
  });

  it('hands over the records of several answers once and in sequence', async () => {
    const topic = await makeTopic();
    const plain = await producer();
    for (let batch = 0; batch < 12; batch += 1) {
      const value = `${String(batch)}:${'x'.repeat(900_000)}`;
      await plain.send({ topic, messages: [{ key: 'k', value }] });
    }
    const following = follow(topic);
    await following.untilPosition(12);
    const order = following.seen.map((text) => text.slice(2, text.indexOf(':')));
    expect(order).toEqual(Array.from({ length: 12 }, (_, index) => String(index)));
  });

  it('begins at a position inside a batch', async () => {
    const topic = await makeTopic();
    const messages = ['0', '1', '2'].map((value) => ({ key: 'k', value }));
    await (await producer()).send({ topic, messages });
    const following = follow(topic, new Map([[0, 2]]));
    await following.untilPosition(3);
    expect(following.seen).toEqual(['k=2']);
  });

  it('reports the end of an empty partition', async () => {
    const following = follow(await makeTopic());
    await expect(following.untilPosition(0)).resolves.toEqual({
      position: 0,
      lastStableOffset: 0,
      end: 0,
    });
  });

  it('reaches the end after markers and aborted records, and hands over only committed records', async () => {
    const topic = await makeTopic();
    await (await begin(topic, 'committed')).commit();
    await (await begin(topic, 'aborted')).abort();
    const following = follow(topic);
    // Each transaction has a record and a marker.
    await expect(following.untilPosition(4)).resolves.toMatchObject({ position: 4, end: 4 });
    expect(following.seen).toEqual(['k=committed']);
  });

  it.each([0, 2])('omits overlapping aborted transactions, from offset %d', async (position) => {
    const topic = await makeTopic();
    const first = await begin(topic, 'aborted 1');
    const second = await begin(topic, 'aborted 2');
    await second.send({ topic, messages: [{ key: 'k', value: 'aborted 3' }] });
    await first.send({ topic, messages: [{ key: 'k', value: 'aborted 4' }] });
    await second.abort();
    await first.abort();
    await (await begin(topic, 'committed')).commit();
    const following = follow(topic, new Map([[0, position]]));
    await following.untilPosition(8);
    expect(following.seen).toEqual(['k=committed']);
  });

  it('stops before an open transaction and reports the end of the partition', async () => {
    const topic = await makeTopic();
    await (await producer()).send({ topic, messages: [{ key: 'k', value: 'before' }] });
    const open = await begin(topic, 'open');
    await (await producer()).send({ topic, messages: [{ key: 'k', value: 'behind' }] });
    const following = follow(topic);
    const progress = await following.untilPosition(1);
    expect(progress).toEqual({ position: 1, lastStableOffset: 1, end: 3 });
    await open.commit();
    await following.untilPosition(4);
    expect(following.seen).toEqual(['k=before', 'k=open', 'k=behind']);
  });

  it('moves past batches that compaction emptied, even at the end of a segment', async () => {
    const topic = await makeTopic({
      'cleanup.policy': 'compact',
      'segment.ms': '100',
      'min.cleanable.dirty.ratio': '0.001',
      'delete.retention.ms': '0',
    });
    // Kafka keeps the last batch of each producer, even without records. The newer records have
    // another producer, so compaction empties the last batch of the older producer.
    const older = await (await producer(uniquePrefix())).transaction();
    const keys = Array.from({ length: 50 }, (_, index) => `k${String(index)}`);
    await older.send({ topic, messages: keys.map((key) => ({ key, value: 'old' })) });
    await older.commit();
    const newer = await producer();
    for (const round of [1, 2, 3]) {
      const timestamp = String(Date.now() + round * 1_000); // a later time ends the segment
      const messages = keys.map((key) => ({ key, value: String(round), timestamp }));
      await newer.send({ topic, messages });
    }
    const compacted = await waitFor(
      async () => {
        const following = new Following(kafka, topic);
        await following.untilPosition(201);
        await following.stop();
        return !following.seen.includes('k0=old') && following;
      },
      { intervalMs: 250, message: 'compaction' },
    );
    expect(compacted.progress.get(0)).toEqual({ position: 201, lastStableOffset: 201, end: 201 });
    expect(compacted.seen.slice(-50)).toEqual(keys.map((key) => `${key}=3`));
  });

  it('begins with the oldest available record', async () => {
    const topic = await topicFromOffset2();
    const following = follow(topic);
    await following.untilPosition(3);
    expect(following.seen).toEqual(['k=2']);
  });

  it.each([0, 9])('throws OffsetOutOfRangeError for the position %d', async (position) => {
    const topic = await topicFromOffset2();
    const following = follow(topic, new Map([[0, position]]));
    await expect(following.ended).rejects.toThrow(OffsetOutOfRangeError);
  });

  it('rejects a missing topic', async () => {
    await expect(follow(`${uniquePrefix()}none`).ended).rejects.toThrow();
  });

  it('throws PartitionsAddedError when the topic gets new partitions', async () => {
    const topic = await makeTopic();
    const following = follow(topic);
    await following.untilPosition(0);
    await admin.createPartitions({ topicPartitions: [{ topic, count: 3 }] });
    await expect(following.ended).rejects.toThrow(PartitionsAddedError);
    // Retries, because the broker knows the new partitions before it leads them.
    await waitFor(async () => {
      const again = follow(topic);
      await Promise.race([again.ended, waitFor(() => again.progress.size === 3)]);
      return true;
    });
  });

  it('counts partitions even if the broker does not report topic ids', async () => {
    const topic = await makeTopic();
    const connection = await ClusterConnection.open(kafka);
    closing.push(() => connection.close());
    await connection.findLeaders(topic);
    connection.supports = () => Promise.resolve(false);
    await admin.createPartitions({ topicPartitions: [{ topic, count: 3 }] });
    const { identity } = await waitFor(async () => {
      const described = await describeTopic(connection, topic);
      return described.partitionCount === 3 && described;
    });
    expect(identity).toEqual({ clusterId: expect.any(String) as string, topicId: undefined });
  });

  it('fails when its topic is recreated, because the topic id is new', async () => {
    const topic = await makeTopic();
    const before = await topicIdentity(kafka, topic);
    const following = follow(topic);
    await following.untilPosition(0);
    expect(following.begun).toMatchObject({ ...before, partitions: [0] });
    await admin.deleteTopics({ topics: [topic] });
    await makeTopic({}, topic);
    await expect(following.ended).rejects.toThrow();
    const after = await waitFor(() => topicIdentity(kafka, topic));
    expect(after.clusterId).toBe(before.clusterId);
    expect(after.topicId).toMatch(/^[0-9a-f]{32}$/);
    expect(after.topicId).not.toBe(before.topicId);
  });
});

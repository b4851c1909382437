import { limitUnpackedBatches } from '@lethe/messaging';
import { describeWithKafka, useTestKafka, waitFor } from '@lethe/testing';
import { CompressionTypes, kafkajsOf } from '@lethe/testing/kafka';
import { SuppressionsTopic } from './support/suppressions.js';

const MIB = 1024 * 1024;

describeWithKafka('SuppressionIndex with a batch that is too large', () => {
  const server = useTestKafka();
  let topic: SuppressionsTopic;

  beforeEach(async () => {
    topic = await SuppressionsTopic.make(server.brokers);
  });
  afterEach(async () => {
    limitUnpackedBatches();
    await topic.close();
  });

  it('stops only the partition of the batch, and is not ready if it starts at such a batch', async () => {
    await topic.publish({ before: '*' });
    const index = await topic.readyIndex();
    const producer = kafkajsOf(topic.kafka).producer();
    await producer.connect();
    const messages = [{ partition: 3, key: 'k', value: Buffer.alloc(2 * MIB) }];
    limitUnpackedBatches(MIB);
    await producer.send({ topic: topic.topic, compression: CompressionTypes.GZIP, messages });
    await producer.disconnect();
    await waitFor(() => index.status.standing.length > 0);
    expect(index.status).toMatchObject({ ready: true, connected: true, standing: [3] });
    const stopped = { type: 'standing', reason: 'BATCH_TOO_LARGE', partition: 3 };
    expect(topic.events).toContainEqual(expect.objectContaining(stopped));

    // The index then knows only the users of the other partitions.
    const users = Array.from({ length: 50 }, (_, number) => `user-${number}`);
    await topic.publish(Object.fromEntries(users.map((user) => [user, '*'])));
    const known = (): number => users.filter((id) => index.isSuppressed('ws', id, 's')).length;
    await waitFor(() => known() > 35);
    expect(known()).toBeLessThan(50);

    const next = topic.index();
    await waitFor(() => next.status.standing.length > 0);
    expect(next.status).toMatchObject({ ready: false, standing: [3] });
    limitUnpackedBatches();
    const last = await topic.readyIndex();
    expect(users.every((id) => last.isSuppressed('ws', id, 's'))).toBe(true);
  });
});

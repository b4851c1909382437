import { describeWithKafka, useTestKafka } from '@lethe/testing';
import { kafkajsOf } from '@lethe/testing/kafka';
import { TopicObserver, TransactionalPublisher } from '../src/index.js';
import { kafkaFixture, record } from './kafka-fixture.js';

describeWithKafka('TopicObserver', () => {
  const server = useTestKafka();

  it('observes the topic again for each call', async () => {
    const { kafka, prefix, states } = await kafkaFixture(server.brokers);
    const publisher = new TransactionalPublisher(kafka, { transactionalId: `${prefix}observed` });
    const observer = new TopicObserver(kafka, states);
    await publisher.connect();
    try {
      const early = observer.observe();
      const late = observer.observe();
      expect(late).not.toBe(early);
      await expect(late).resolves.toEqual(await early);
      const written = await publisher.publish([record(states, 'ws_a:u1', null)]);
      const { ends } = await observer.observe();
      for (const [partition, [offset = -1]] of written.get(states)!) {
        expect(ends[partition]).toBeGreaterThan(offset);
      }
    } finally {
      await observer.close();
      await publisher.close();
    }
  });

  it('returns the position of a group with and without commits', async () => {
    const { kafka, prefix, states } = await kafkaFixture(server.brokers);
    const observer = new TopicObserver(kafka, states);
    const groupId = `${prefix}group`;
    const admin = kafkajsOf(kafka).admin();
    await admin.connect();
    try {
      const { starts } = await observer.observe();
      await admin.setOffsets({
        groupId,
        topic: states,
        partitions: [{ partition: 1, offset: '7' }],
      });
      const positions = await observer.positions(groupId, [0, 1], starts);
      expect([...positions].sort()).toEqual([
        [0, starts[0]],
        [1, 7],
      ]);
    } finally {
      await observer.close();
      await admin.disconnect();
    }
  });
});

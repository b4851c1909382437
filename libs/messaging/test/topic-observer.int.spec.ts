import { describeWithKafka, useTestKafka } from '@lethe/testing';
import { TopicObserver, TransactionalPublisher } from '../src/index.js';
import { kafkaFixture, record } from './kafka-fixture.js';

describeWithKafka('TopicObserver', () => {
  const server = useTestKafka();

  it('answers nobody with what somebody else found before', async () => {
    const { kafka, prefix, states } = await kafkaFixture(server.brokers);
    const publisher = new TransactionalPublisher(kafka, { transactionalId: `${prefix}observed` });
    const observer = new TopicObserver(kafka, states);
    await publisher.connect();
    try {
      const early = observer.look();
      const late = observer.look();
      expect(late).not.toBe(early);
      await expect(late).resolves.toEqual(await early);
      const written = await publisher.publish([record(states, 'ws_a:u1', null)]);
      const { ends } = await observer.look();
      for (const [partition, [offset = -1]] of written.get(states)!) {
        expect(ends[partition]).toBeGreaterThan(offset);
      }
    } finally {
      await observer.close();
      await publisher.close();
    }
  });
});

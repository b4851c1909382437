import { createLogger } from '@lethe/observability';
import type { RelayBatch } from '../src/relay/session/relay-source.js';
import { describeWithKafka, useTestKafka, waitFor } from '@lethe/testing';
import { TransactionalPublisher } from '@lethe/messaging';
import { readPosition } from '../src/relay/position/relay-position.js';
import { RelayRecordSource } from '../src/relay/sources/relay-record-source.js';
import { TopicLossDetector } from '../src/relay/position/topic-loss-detector.js';
import { RelayOnKafka } from './relay-on-kafka.js';

describeWithKafka('RelayRecordSource', () => {
  const server = useTestKafka();

  it('publishes no relay record until all suppressions that existed at its start are published', async () => {
    const relay = await RelayOnKafka.make(server.brokers);
    const { kafka, prefix } = relay;
    let polls = 0;
    const query: typeof relay.query = async (sql, parameters) => {
      const rows = await relay.query(sql, parameters);
      if (sql.includes('as behind')) polls += 1;
      return rows as never;
    };
    const options = { query, kafka, topicPrefix: prefix, logger: createLogger('test', 'fatal') };
    const lossDetector = new TopicLossDetector(options);
    const pace = { pollEveryMs: 0, countEveryMs: 0, countShare: 0 };
    const id = { transactionalId: `${prefix}relay`, deadlineMs: 60_000 };
    const publisher = new TransactionalPublisher(kafka, id);
    const source = new RelayRecordSource({ ...options, lossDetector, publisher, pace });
    try {
      await relay.create('u1');
      const { database } = await readPosition(query);
      await publisher.connect();
      await source.prepare(database);
      const cursor = source.open(database);
      const batches: RelayBatch[] = [];
      const take = async (): Promise<number> => {
        const batch = await cursor.take(100);
        if (batch !== undefined) batches.push(batch);
        return batches.length;
      };
      await waitFor(async () => (await take()) > 0 || polls >= 2);
      expect(batches).toEqual([]);
      await query(`update regulation.suppressions set change_seq = 1`);
      await query(`update regulation.relay_positions set position = 1`);
      await waitFor(take);
    } finally {
      await source.close();
      await lossDetector.close();
      await publisher.close();
      await relay.close();
    }
  });
});

import { TransactionalPublisher, type OutgoingRecord, type ReceivedRecord } from '@lethe/messaging';
import { describeWithKafka, useTestKafka, waitFor } from '@lethe/testing';
import { collectRecords } from '@lethe/testing/kafka';
import { RelayOnKafka } from './relay-on-kafka.js';

describeWithKafka('a database that was restored to an earlier time', () => {
  const server = useTestKafka();
  let relay: RelayOnKafka;

  beforeEach(async () => {
    relay = await RelayOnKafka.make(server.brokers);
  });
  afterEach(() => relay.close());

  /**
   * More records than the first read of the check covers in one partition. The lost record is
   * before them.
   */
  const MANY = 3_000;

  it('is detected, although thousands of records follow the lost record in the topic', async () => {
    const users = Array.from({ length: 100 }, (_, index) => `known-${index}`);
    relay.start();
    await relay.create(...users);
    await relay.told(users.length);
    await relay.stop();

    const published = await collectRecords(server.brokers, relay.states);
    const toOutgoing = ({ key, value, headers }: ReceivedRecord): OutgoingRecord => {
      return { topic: relay.states, key: key ?? '', value, headers };
    };
    const publisher = new TransactionalPublisher(relay.kafka, {
      transactionalId: `${relay.prefix}bulk`,
      deadlineMs: 60_000,
    });
    await publisher.connect();
    // The database lacks this published state, as if it had been restored to an earlier time.
    const written = await publisher.publish([{ ...toOutgoing(published[0]!), key: 'ws_a:lost' }]);
    const [partition] = written.get(relay.states)!.keys();
    const bulkRecord = toOutgoing(published.find((record) => record.partition === partition)!);
    await publisher.publish(Array.from({ length: MANY }, () => bulkRecord));
    await publisher.close();

    let refusal: string | undefined;
    relay.start({ onRefusal: (reason) => (refusal = reason) });
    await waitFor(() => refusal?.includes('1 states'));
  });
});

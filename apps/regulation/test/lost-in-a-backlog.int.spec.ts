import { TransactionalPublisher, type OutgoingRecord, type ReceivedRecord } from '@lethe/messaging';
import { describeWithKafka, useTestKafka, waitFor } from '@lethe/testing';
import { collectRecords } from '@lethe/testing/kafka';
import { RelayOnKafka } from './relay-on-kafka.js';

describeWithKafka('a database that went back, while much was being told', () => {
  const server = useTestKafka();
  let relay: RelayOnKafka;

  beforeEach(async () => {
    relay = await RelayOnKafka.make(server.brokers);
  });
  afterEach(() => relay.close());

  /** More of a partition than is looked at in any case. */
  const MANY = 3_000;

  it('is noticed, although what was lost stands far behind the end', async () => {
    const users = Array.from({ length: 100 }, (_, index) => `known-${index}`);
    relay.start();
    await relay.create(...users);
    await relay.told(users.length);
    await relay.stop();

    const known = await collectRecords(server.brokers, relay.states);
    const again = ({ key, value, headers }: ReceivedRecord): OutgoingRecord => {
      return { topic: relay.states, key: key ?? '', value, headers };
    };
    const publisher = new TransactionalPublisher(relay.kafka, {
      transactionalId: `${relay.prefix}bulk`,
      deadlineMs: 60_000,
    });
    await publisher.connect();
    // Told after what the database remembers, as it is of a moment before.
    const written = await publisher.publish([{ ...again(known[0]!), key: 'ws_a:lost' }]);
    const [partition] = written.get(relay.states)!.keys();
    const ofBulk = again(known.find((record) => record.partition === partition)!);
    await publisher.publish(Array.from({ length: MANY }, () => ofBulk));
    await publisher.close();

    let refusal: string | undefined;
    relay.start({ onRefusal: (reason) => (refusal = reason) });
    await waitFor(() => refusal?.includes('1 states'));
  });
});

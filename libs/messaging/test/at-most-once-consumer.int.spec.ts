import { TOPICS } from '@lethe/contracts';
import { describeWithKafka, freePort, useTestKafka, waitFor } from '@lethe/testing';
import {
  createKafka,
  DirectPublisher,
  ensureTopics,
  AtMostOnceConsumer,
  type TakenRecord,
} from '../src/index.js';
import { kafkaFixture, record, type KafkaFixture } from './kafka-fixture.js';
import { deleteTopic } from './partition-fixture.js';

describeWithKafka('AtMostOnceConsumer', () => {
  const server = useTestKafka();
  let fixture: KafkaFixture;
  let publisher: DirectPublisher;
  const running: AtMostOnceConsumer[] = [];

  beforeEach(async () => {
    fixture = await kafkaFixture(server.brokers);
    publisher = new DirectPublisher(fixture.kafka, { retries: 10, deadlineMs: 120_000 });
  });
  afterEach(async () => {
    for (const consumer of running.splice(0)) await consumer.stop();
    await publisher.close();
  });

  async function consume(
    groupId: string,
    onRecord: (taken: TakenRecord) => Promise<void>,
    maxInFlight = 10,
    kafka = fixture.kafka,
  ): Promise<AtMostOnceConsumer> {
    const consumer = new AtMostOnceConsumer(kafka, {
      topic: fixture.facts,
      groupId: `${fixture.prefix}${groupId}`,
      maxInFlight,
      onRecord,
      onCrash: (error) => {
        throw error;
      },
    });
    running.push(consumer);
    await consumer.start();
    await waitFor(() => consumer.isUp);
    return consumer;
  }

  const publish = (...values: string[]): Promise<unknown> => {
    return publisher.publish(values.map((value) => record(fixture.facts, value, value)));
  };

  it('hands over records and confirms their commit', async () => {
    const committed: string[] = [];
    await consume('confirms', async ({ record: { value }, committed: done }) => {
      await done;
      committed.push(String(value));
    });
    await publish('one', 'two');
    await waitFor(() => committed.length === 2);
    expect(committed.sort()).toEqual(['one', 'two']);
  });

  it('does not hand over a committed record again to the next consumer of the group', async () => {
    const seen: string[] = [];
    const take = async ({ record: { value }, committed }: TakenRecord): Promise<void> => {
      await committed;
      seen.push(String(value));
    };
    const first = await consume('next', take);
    await publish('before');
    await waitFor(() => seen.includes('before'));
    await first.stop();
    await consume('next', take);
    await publish('after');
    await waitFor(() => seen.includes('after'));
    expect(seen.filter((value) => value === 'before')).toHaveLength(1);
  });

  it('limits the number of records in progress, and loses no record', async () => {
    let inProgress = 0;
    let maximum = 0;
    const done: string[] = [];
    const gates: (() => void)[] = [];
    await consume(
      'places',
      async ({ record: { value } }) => {
        inProgress += 1;
        maximum = Math.max(maximum, inProgress);
        await new Promise<void>((open) => gates.push(open));
        inProgress -= 1;
        done.push(String(value));
      },
      3,
    );
    const values = Array.from({ length: 40 }, (_, n) => `place-${n}`);
    await publish(...values);
    await waitFor(() => {
      gates.shift()?.();
      return done.length === values.length;
    });
    expect(maximum).toBeLessThanOrEqual(3);
    expect(done.sort()).toEqual(values.sort());
  });

  it('finishes the work in progress before it stops', async () => {
    let finished = false;
    let open: () => void = () => undefined;
    let begun = false;
    const consumer = await consume('stops', async () => {
      begun = true;
      await new Promise<void>((resolve) => (open = resolve));
      finished = true;
    });
    await publish('long');
    await waitFor(() => begun);
    const stopping = consumer.stop();
    open();
    await stopping;
    expect(finished).toBe(true);
  });

  it('continues after failed work, and does not deliver the record again', async () => {
    const seen: string[] = [];
    const work = ({ record: { value } }: TakenRecord): Promise<void> => {
      seen.push(String(value));
      return seen.length === 1 ? Promise.reject(new Error('broken')) : Promise.resolve();
    };
    await consume('fails', work, 1); // the failed work must release the only permit
    await publish('bad');
    await waitFor(() => seen.length === 1);
    await publish('good');
    await waitFor(() => seen.includes('good'));
    expect(seen).toEqual(['bad', 'good']);
  });

  it('is not up before its start, or while Kafka is unreachable', async () => {
    const waits: unknown[] = [];
    const consumer = new AtMostOnceConsumer(
      createKafka({ brokers: [`127.0.0.1:${await freePort()}`], clientId: 'test' }),
      {
        topic: fixture.facts,
        groupId: `${fixture.prefix}away`,
        maxInFlight: 1,
        onRecord: () => Promise.resolve(),
        onWaiting: (error) => waits.push(error),
        onCrash: (error) => {
          throw error;
        },
      },
    );
    expect(consumer.isUp).toBe(false);
    void consumer.start();
    running.push(consumer);
    await waitFor(() => waits.length > 0);
    expect(consumer.isUp).toBe(false);
  });

  it('takes the remaining records when another consumer leaves', async () => {
    const seen: string[] = [];
    let open: () => void = () => undefined;
    const blocked = new Promise<void>((resolve) => (open = resolve));
    const stuck = await consume('leaves', () => blocked, 1);
    const values = Array.from({ length: 20 }, (_, n) => `left-${n}`);
    await publish(...values);
    await consume('leaves', ({ record: { value } }) => {
      seen.push(String(value));
      return Promise.resolve();
    });
    const stopping = stuck.stop();
    // The first consumer keeps only the record in progress.
    await waitFor(() => new Set(seen).size >= values.length - 1);
    open();
    await stopping;
  });

  it('confirms no record twice while consumers of the group join and leave', async () => {
    const confirmed = new Map<string, number>();
    const take = async ({ record: { value }, committed }: TakenRecord): Promise<void> => {
      await committed;
      confirmed.set(String(value), (confirmed.get(String(value)) ?? 0) + 1);
    };
    let published = 0;
    let feeding = true;
    const feed = async (): Promise<void> => {
      while (feeding) {
        published += 1;
        await publish(`moving-${published}`);
      }
    };
    let leaving = await consume('moves', take, 1_000);
    const feeds = [feed(), feed()];
    for (let round = 0; round < 8; round += 1) {
      const before = confirmed.size;
      await waitFor(() => confirmed.size > before + 50);
      const next = consume('moves', take, 1_000);
      await leaving.stop();
      leaving = await next;
    }
    feeding = false;
    await Promise.all(feeds);
    expect([...confirmed].filter(([, times]) => times > 1)).toEqual([]);
  });

  it('reads a recreated topic from its beginning after a failed fetch', async () => {
    let misses = 0;
    const log = (_: string, message: string, { error }: { error?: string | number }): void => {
      if (String(error).includes('does not host this topic')) misses += 1;
    };
    const kafka = createKafka({ brokers: server.brokers.split(','), clientId: 'test', log });
    const seen: string[] = [];
    const take = async ({ record: { value }, committed }: TakenRecord): Promise<void> => {
      await committed;
      seen.push(String(value));
    };
    await consume('again', take, 10, kafka);
    await publish('one');
    await waitFor(() => seen.includes('one'));
    misses = 0;
    await deleteTopic(fixture.kafka, fixture.facts);
    await waitFor(() => misses > 0);
    await ensureTopics(fixture.kafka, { prefix: fixture.prefix, definitions: [TOPICS.lifecycle] });
    await publish('one'); // has the same offset as the first record
    await waitFor(() => seen.length === 2);
  });
});

import { TOPICS } from '@lethe/contracts';
import {
  createKafka,
  DirectPublisher,
  ensureTopics,
  type KafkaClient,
  type TakenRecord,
} from '@lethe/messaging';
import {
  describeWithKafka,
  freePort,
  PATIENT_CLIENT,
  uniquePrefix,
  useTestKafka,
  waitFor,
} from '@lethe/testing';
import { Controller, Module, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EventPattern, Payload } from '@nestjs/microservices';
import { from } from 'rxjs';
import { TakeOnceStrategy } from '../src/index.js';

/** What the handlers do; a test puts its own in place. */
let onRequest: (taken: TakenRecord) => unknown = () => undefined;
let onResult: (taken: TakenRecord) => unknown = () => undefined;

@Controller()
class Handlers {
  @EventPattern(TOPICS.testRequests.name)
  request(@Payload() taken: TakenRecord): unknown {
    return onRequest(taken);
  }

  @EventPattern(TOPICS.testResults.name)
  result(@Payload() taken: TakenRecord): unknown {
    return onResult(taken);
  }
}

@Module({ controllers: [Handlers] })
class HandlersModule {}

describeWithKafka('TakeOnceStrategy', () => {
  const server = useTestKafka();
  const running = new Set<INestMicroservice>();
  let kafka: KafkaClient;
  let publisher: DirectPublisher;
  let prefix: string;
  let crashes: unknown[];

  beforeEach(async () => {
    kafka = createKafka({
      brokers: server.brokers.split(','),
      clientId: 'test',
      ...PATIENT_CLIENT,
    });
    prefix = uniquePrefix();
    const definitions = [TOPICS.testRequests, TOPICS.testResults];
    await ensureTopics(kafka, { prefix, definitions });
    publisher = new DirectPublisher(kafka, { retries: 10, deadlineMs: 120_000 });
    crashes = [];
  });
  afterEach(async () => {
    for (const app of running) await app.close();
    running.clear();
    await publisher.close();
    expect(crashes).toEqual([]);
  });

  async function start(maxInHand = 10) {
    const strategy = new TakeOnceStrategy({
      kafka,
      topicPrefix: prefix,
      groupPrefix: `${prefix}group`,
      maxInHand,
      onCrash: (error) => crashes.push(error),
    });
    const app = await NestFactory.createMicroservice(HandlersModule, { strategy, logger: false });
    running.add(app);
    await app.listen();
    await waitFor(() => strategy.isUp);
    const close = async (): Promise<void> => {
      running.delete(app);
      await app.close();
    };
    return { strategy, close };
  }

  const publish = (value: string, topic: { readonly name: string } = TOPICS.testRequests) =>
    publisher.publish([
      { topic: `${prefix}${topic.name}`, key: value, value, headers: { ce_id: value } },
    ]);

  it('gives a handler the record that it took over, of the topic that its pattern names', async () => {
    const requests: unknown[] = [];
    const results: unknown[] = [];
    const collect =
      (into: unknown[]) =>
      async ({ record: { topic, key, value, headers }, committed }: TakenRecord) => {
        const isCommitted = await committed.then(() => true);
        into.push({ topic, key, value: value?.toString(), headers, isCommitted });
      };
    onRequest = collect(requests);
    onResult = collect(results);
    await start();
    await publish('one');
    await publish('two', TOPICS.testResults);
    await waitFor(() => requests.length > 0 && results.length > 0);
    const expected = (value: string, { name }: { readonly name: string }) => [
      {
        topic: `${prefix}${name}`,
        key: value,
        value,
        headers: { ce_id: value },
        isCommitted: true,
      },
    ];
    expect(requests).toEqual(expected('one', TOPICS.testRequests));
    expect(results).toEqual(expected('two', TOPICS.testResults));
  });

  it.each([
    ['a promise', (done: Promise<void>) => done],
    ['an observable', (done: Promise<void>) => from(done)],
  ])('waits on closing for what is in hand, where a handler returns %s', async (_, returned) => {
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let isBegun = false;
    const order: string[] = [];
    onRequest = () => {
      isBegun = true;
      return returned(held.then(() => void order.push('done')));
    };
    const { close } = await start();
    await publish('long');
    await waitFor(() => isBegun);
    const closed = close().then(() => order.push('closed'));
    // Had it not waited, it would be closed before a whole round trip to the broker is over.
    await publish('a round trip', TOPICS.testResults);
    expect(order).toEqual([]);
    letGo();
    await closed;
    expect(order).toEqual(['done', 'closed']);
  });

  it('takes nothing more once it is closed, and what it took is not taken again', async () => {
    const seen: string[] = [];
    onRequest = async ({ record: { value }, committed }) => {
      await committed;
      seen.push(String(value));
    };
    const first = await start();
    await publish('before');
    await waitFor(() => seen.includes('before'));
    await first.close();
    await publish('after');
    expect(seen).toEqual(['before']);
    await start();
    await waitFor(() => seen.includes('after'));
    expect(seen).toEqual(['before', 'after']);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
    ['returns an observable that fails', () => from(Promise.reject(new Error('broken')))],
  ])('goes on after a handler that %s, without giving the record again', async (_, fail) => {
    const seen: string[] = [];
    onRequest = ({ record: { value } }) => {
      seen.push(String(value));
      return value?.toString() === 'bad' ? fail() : undefined;
    };
    await start(1); // its place must come free again
    await publish('bad');
    await waitFor(() => seen.length === 1);
    await publish('good');
    await waitFor(() => seen.includes('good'));
    expect(seen).toEqual(['bad', 'good']);
  });

  it('is not up before it listens, nor while Kafka is away', async () => {
    const waits: unknown[] = [];
    const strategy = new TakeOnceStrategy({
      kafka: createKafka({ brokers: [`127.0.0.1:${await freePort()}`], clientId: 'test' }),
      topicPrefix: prefix,
      groupPrefix: `${prefix}group`,
      maxInHand: 1,
      onWaiting: (error) => waits.push(error),
      onCrash: (error) => crashes.push(error),
    });
    expect(strategy.isUp).toBe(false);
    const app = await NestFactory.createMicroservice(HandlersModule, { strategy, logger: false });
    running.add(app);
    await app.listen(); // does not wait for it
    expect(strategy.isUp).toBe(false);
    await waitFor(() => waits.length > 0);
    expect(strategy.isUp).toBe(false);
  });
});

import {
  describeWithKafka,
  PATIENT_CLIENT,
  uniquePrefix,
  useTestKafka,
  waitFor,
} from '@lethe/testing';
import { type Message } from '@lethe/testing/kafka';
import {
  createKafka,
  createTopic,
  type KafkaClient,
  PartitionPipeline,
  type PartitionPipelineOptions,
  type PartitionRecord,
} from '../src/index.js';
import { OutOfStepError, PartitionProcessor } from '../src/pipeline/partition-processor.js';
import { readRaw, sendRaw } from './partition-fixture.js';
import { encodedContent } from './record-bytes.js';

/** Members that `fixFetch` adds to the messages of kafkajs. */
type Encoded = Pick<PartitionRecord, 'content'>;

/** A recent time, because the broker refuses old timestamps. */
const TIME = Date.now() - 3_600_000;

describeWithKafka('PartitionPipeline', () => {
  const server = useTestKafka();
  const running: PartitionPipeline[] = [];
  let kafka: KafkaClient;
  let input: string;
  let output: string;

  beforeEach(async () => {
    kafka = newClient();
    const prefix = uniquePrefix();
    input = `${prefix}in`;
    output = `${prefix}out`;
    await createTopic(kafka, input, 3);
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((pipeline) => pipeline.stop()));
  });

  const newClient = (): KafkaClient => {
    return createKafka({ brokers: server.brokers.split(','), clientId: 'test', ...PATIENT_CLIENT });
  };

  /** Starts a pipeline that forwards all records by default. */
  async function start(options: Partial<PartitionPipelineOptions> = {}) {
    const pipeline = new PartitionPipeline(newClient(), {
      topic: input,
      groupId: `${input}-group`,
      outputs: [output],
      work: ({ records }) => forward(records),
      onCrash: (error) => {
        throw error;
      },
      ...options,
    });
    running.push(pipeline);
    await pipeline.start();
    return pipeline;
  }

  const forward = (records: readonly PartitionRecord[]) => ({
    sends: records.map((record) => ({ topic: output, record })),
  });

  const messages = (from: number, count: number): Message[] => {
    return Array.from({ length: count }, (_, number) => ({
      key: `key-${String((from + number) % 7)}`,
      value: String(from + number),
      partition: (from + number) % 3,
    }));
  };

  const read = async (count: number): Promise<string[]> => {
    const records = await readRaw(kafka, output, ({ length }) => length >= count);
    return records.map(({ message }) => String(message.value));
  };

  const numbers = (count: number): string[] => {
    return Array.from({ length: count }, (_, number) => String(number)).sort();
  };

  it('forwards key, value, headers, timestamp and partition byte for byte', async () => {
    await createTopic(kafka, output, 3);
    const sent: Message[] = [
      {
        key: Buffer.from([0, 255, 1]),
        value: Buffer.from([0xff, 0xfe, 0]),
        headers: {
          plain: 'text',
          binary: Buffer.from([0, 200]),
          repeated: ['a', Buffer.from([0xff]), 'a'],
          empty: '',
          constructor: 'c',
          toString: ['d', 'e'],
        },
        timestamp: String(TIME),
        partition: 2,
      },
      { key: null, value: null, timestamp: String(TIME - 5), partition: 1 },
      { key: '', value: '', timestamp: String(TIME - 7), partition: 2 },
    ];
    // Headers that kafkajs cannot write: repeated with another header between, and not UTF-8.
    const [a, b] = [Buffer.from('a'), Buffer.of(0xff, 0xfe)];
    const bytes = encodedContent({ headers: [a, b, a, b].map((name) => [name, null]) });
    const content = { bytes, start: 0, end: bytes.length };
    const unusual: Message & Encoded = { value: null, content, partition: 0 };
    sent.push({ ...unusual, timestamp: String(TIME - 9) });
    await sendRaw(kafka, input, sent);
    await start();
    const find = (records: Awaited<ReturnType<typeof readRaw>>) =>
      records.map(({ partition, message }) => {
        const { key, value, headers, timestamp, content } = message as typeof message & Encoded;
        const encoded = content.bytes.subarray(content.start, content.end);
        return { partition, key, value, headers, timestamp, encoded };
      });
    const byTimestamp = (a: { timestamp: string }, b: { timestamp: string }) =>
      Number(a.timestamp) - Number(b.timestamp);
    const before = find(await readRaw(kafka, input, ({ length }) => length === sent.length));
    const after = find(await readRaw(kafka, output, ({ length }) => length === sent.length));
    expect(after.sort(byTimestamp)).toEqual(before.sort(byTimestamp));
    expect(after.at(0)?.encoded).toEqual(bytes);
    expect(after.at(-1)?.headers?.repeated).toHaveLength(3);
    expect(after.at(-1)?.headers?.constructor).toEqual(Buffer.from('c'));
  });

  it('forwards missing header values, even among the values of a repeated header', async () => {
    await createTopic(kafka, output, 3);
    await sendRaw(kafka, input, [{ value: 'x' }]);
    const none = { none: null, empty: Buffer.alloc(0), repeated: ['a', null, 'b'] };
    await start({
      work: ({ records }) => ({
        sends: records.map(({ key, value, time }) => ({
          ...{ topic: output, key, value, time },
          headers: none,
        })),
      }),
    });
    const [record] = await readRaw(kafka, output, ({ length }) => length === 1);
    const { none: absent, empty, repeated } = record?.message.headers ?? {};
    expect(absent).toBeNull();
    expect(empty).toEqual(Buffer.alloc(0));
    expect(repeated).toEqual([Buffer.from('a'), null, Buffer.from('b')]);
  });

  it('writes the records of a key to one partition if the numbers of partitions differ', async () => {
    await createTopic(kafka, output, 5);
    await sendRaw(kafka, input, [...messages(0, 70), { value: 'none', partition: 2 }]);
    await start();
    const records = await readRaw(kafka, output, ({ length }) => length === 71);
    const partitionsOf = new Map<string, Set<number>>();
    for (const { partition, message } of records) {
      const key = String(message.key);
      partitionsOf.set(key, (partitionsOf.get(key) ?? new Set<number>()).add(partition));
    }
    expect([...partitionsOf.values()].every(({ size }) => size === 1)).toBe(true);
    expect(partitionsOf.get('null')).toEqual(new Set([2]));
  });

  it('resumes at the committed offset, and calls onCommitted only for committed records', async () => {
    await createTopic(kafka, output, 3);
    await sendRaw(kafka, input, messages(0, 30));
    let counted = 0;
    const work: PartitionPipelineOptions['work'] = ({ records }) => ({
      ...forward(records),
      onCommitted: () => (counted += records.length),
    });
    const first = await start({ work });
    await waitFor(() => counted === 30);
    await first.stop();
    await sendRaw(kafka, input, messages(30, 30));
    await start({ work });
    await waitFor(() => counted === 60);
    expect((await read(60)).sort()).toEqual(numbers(60));
  });

  it('commits the offset of a batch for which no record is sent', async () => {
    await createTopic(kafka, output, 3);
    await sendRaw(kafka, input, messages(0, 30));
    let dropped = 0;
    const first = await start({
      work: ({ records }) => ({ sends: [], onCommitted: () => (dropped += records.length) }),
    });
    await waitFor(() => dropped === 30);
    await first.stop();
    await start();
    await sendRaw(kafka, input, [{ value: 'later' }]);
    expect(await read(1)).toEqual(['later']);
  });

  it('retries a batch when the work fails, and does not block other partitions', async () => {
    await createTopic(kafka, output, 3);
    await sendRaw(kafka, input, messages(0, 30));
    const failures: number[] = [];
    await start({
      work: ({ partition, records }) => {
        if (partition === 1 && failures.length < 2) throw new Error('not yet');
        return forward(records);
      },
      onRetry: (partition) => failures.push(partition),
    });
    expect((await read(30)).sort()).toEqual(numbers(30));
    expect(failures).toEqual([1, 1]);
  });

  it('does not report a partition as stopped after it has lost the partition', async () => {
    await createTopic(kafka, output, 3);
    const failures: number[] = [];
    const stopped: Promise<void>[] = [];
    const pipeline = await start({
      work: () => {
        stopped.push(pipeline.stop()); // ends earlier work, like a rebalance
        throw new Error('too late');
      },
      onRetry: (partition) => failures.push(partition),
    });
    await sendRaw(kafka, input, messages(0, 1));
    await waitFor(() => stopped.length > 0);
    await Promise.all(stopped);
    expect(failures).toEqual([]);
  });

  it('loses no record and repeats no record while instances join and leave', async () => {
    await createTopic(kafka, output, 3);
    const first = await start();
    for (let round = 0; round < 4; round += 1) {
      await sendRaw(kafka, input, messages(round * 300, 300));
      const second = await start();
      await waitFor(() => second.isUp);
      if (round % 2 === 1) await second.stop();
    }
    await waitFor(() => first.isUp);
    expect((await read(1200)).sort()).toEqual(numbers(1200));
  });

  it('allows a commit only to the processor with the latest claim of a partition', async () => {
    await createTopic(kafka, output, 3);
    await sendRaw(kafka, input, messages(0, 9));
    const options = {
      kafka,
      topic: input,
      groupId: `${input}-lanes`,
      partition: 0,
      outputs: [output],
      compression: 'none' as const,
      limits: undefined,
    };
    const records = (await readRaw(kafka, input, ({ length }) => length === 9))
      .filter(({ partition }) => partition === 0)
      .map(({ message }) => message as object as PartitionRecord);
    const batch = { partition: 0, records, lag: 0 };
    const [frozen, successor] = [new PartitionProcessor(options), new PartitionProcessor(options)];
    try {
      expect(await frozen.claim()).toBe('0');
      expect(await successor.claim()).toBe('0');
      const late = frozen.process(batch, 3n, (all) => forward(all.records));
      await expect(late).rejects.toThrow();
      await expect(frozen.process(batch, 3n, () => ({ sends: [] }))).resolves.toBe(false);
      expect(await successor.process(batch, 3n, (all) => forward(all.records))).toBe(true);
      // A new claim reads the offset that the successor committed, and so repeats no record.
      expect(await frozen.claim()).toBe('3');
      const again = frozen.process(batch, 3n, (all) => forward(all.records));
      await expect(again).rejects.toThrow(OutOfStepError);
      expect(await read(3)).toHaveLength(3);
    } finally {
      await Promise.all([frozen.release(), successor.release()]);
    }
  });
});

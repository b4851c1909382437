import { randomBytes } from 'node:crypto';
import {
  describeWithKafka,
  PATIENT_CLIENT,
  uniquePrefix,
  useTestKafka,
  waitFor,
} from '@lethe/testing';
import { kafkajsOf } from '@lethe/testing/kafka';
import { CODECS } from '../src/compression/unpack.js';
import { fetchRequest } from '../src/wire/fetch-request.js';
import {
  createKafka,
  followTopic,
  limitUnpackedBatches,
  readTopicToEnd,
  waitForLeaders,
  type KafkaClient,
  type ReadToEndOptions,
  type ReceivedRecord,
} from '../src/index.js';
import { ClusterConnection } from '../src/kafkajs/cluster-connection.js';
import { readRaw, sendRaw } from './partition-fixture.js';

const CODEC_AT = 22;
const CODEC_MASK = 0x07;

const VALUES = [
  ...Array.from({ length: 500 }, (_, n) => JSON.stringify({ type: 'track', event: `e ${n}` })),
  'x'.repeat(400_000),
  randomBytes(150_000).toString('latin1'),
  '',
  JSON.stringify({ batch: Array.from({ length: 3_000 }, (_, n) => ({ userId: `user-${n}` })) }),
];

describeWithKafka('a topic that the broker compresses', () => {
  const server = useTestKafka();
  let kafka: KafkaClient;
  beforeAll(() => {
    kafka = createKafka({ brokers: [server.brokers], clientId: 'packed', ...PATIENT_CLIENT });
  });

  async function packedTopic(codec: string): Promise<string> {
    const topic = `${uniquePrefix()}packed`;
    const admin = kafkajsOf(kafka).admin();
    await admin.connect();
    await admin.createTopics({
      waitForLeaders: false,
      topics: [
        { topic, numPartitions: 1, configEntries: [{ name: 'compression.type', value: codec }] },
      ],
    });
    await waitForLeaders(admin, [topic]);
    await admin.disconnect();
    const messages = VALUES.map((value) => ({ key: 'k', value }));
    for (const from of [0, 499, 501, 502]) {
      const until = { 0: 499, 499: 501, 501: 502, 502: VALUES.length }[from];
      await sendRaw(kafka, topic, messages.slice(from, until));
    }
    return topic;
  }

  /** Returns the codec of the first batch in the log. */
  async function codecOf(topic: string): Promise<number> {
    const connection = await ClusterConnection.open(kafka);
    try {
      const [[nodeId = ''] = []] = await connection.findLeaders(topic);
      const [part] = await connection.send(
        fetchRequest({
          topic,
          positions: new Map([[0, 0]]),
          maxWaitMs: 1_000,
          maxBytes: 1_000_000,
          maxBytesPerPartition: 1_000_000,
        }),
        nodeId,
      );
      return part!.records.readInt8(CODEC_AT) & CODEC_MASK;
    } finally {
      await connection.close();
    }
  }

  it.each(Object.entries(CODECS))(
    'with %s is read by followTopic and by a group member',
    async (name, codec) => {
      const topic = await packedTopic(name);
      expect(await codecOf(topic)).toBe(codec);

      const stop = new AbortController();
      const followed: string[] = [];
      const following = followTopic(kafka, {
        topic,
        signal: stop.signal,
        onBegin: () => new Map(),
        onRecord: (_partition, { value }) => void followed.push(String(value)),
        onProgress: () => undefined,
      });
      await Promise.race([following, waitFor(() => followed.length === VALUES.length)]);
      stop.abort();
      await following;
      expect(followed).toEqual(VALUES);

      const taken = await readRaw(kafka, topic, ({ length }) => length === VALUES.length);
      expect(taken.map(({ message }) => String(message.value))).toEqual(VALUES);
    },
  );

  it('cannot be read beyond a batch that is too large, unless onUnreadable is set', async () => {
    const topic = await packedTopic('gzip');
    limitUnpackedBatches(300_000); // the second batch has two large values
    try {
      const read = (options: Partial<ReadToEndOptions> = {}) => {
        const values: string[] = [];
        const onRecord = ({ value }: ReceivedRecord) => void values.push(String(value));
        return readTopicToEnd(kafka, { topic, onRecord, ...options }).then(() => values);
      };
      await expect(read()).rejects.toThrow(/larger than 300000 bytes/);
      const skipped: number[] = [];
      const values = await read({ onUnreadable: ({ offset }) => void skipped.push(offset) });
      expect(skipped).toEqual([499]);
      expect(values.map(({ length }) => length)).toEqual(
        VALUES.toSpliced(499, 2).map(({ length }) => length),
      );
    } finally {
      limitUnpackedBatches();
    }
  });
});

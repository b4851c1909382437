import { TOPICS, topicName } from '@lethe/contracts';
import { describeWithKafka, PATIENT_CLIENT, uniquePrefix, useTestKafka } from '@lethe/testing';
import {
  createKafka,
  ensureTopics,
  readNewest,
  TransactionalPublisher,
  type OutgoingRecord,
  type ReadNewestOptions,
  type ReceivedRecord,
} from '../src/index.js';

describeWithKafka('readNewest', () => {
  const server = useTestKafka();
  const prefix = uniquePrefix();
  const topic = topicName(prefix, TOPICS.revocations); // has one partition
  const timeoutMs = 60_000;
  const nothing = () => Promise.resolve(new Map<number, number>());
  const read = async (options: Omit<ReadNewestOptions, 'onRecord'>): Promise<ReceivedRecord[]> => {
    const records: ReceivedRecord[] = [];
    const onRecord = (record: ReceivedRecord) => void records.push(record);
    await readNewest(client(), { ...options, onRecord });
    return records;
  };
  const newest = async (offsets: number, after = new Map<number, number>()): Promise<string[]> => {
    const options = { topic, offsets, timeoutMs, after: () => Promise.resolve(after) };
    return (await read(options)).map(({ key }) => key ?? '');
  };

  function client() {
    const brokers = server.brokers.split(',');
    return createKafka({ brokers, clientId: 'test', ...PATIENT_CLIENT });
  }

  function record(key: string): OutgoingRecord {
    return { topic, key, value: key === 'gone' ? null : key, headers: { ce_id: `id of ${key}` } };
  }

  beforeAll(async () => {
    await ensureTopics(client(), { prefix, definitions: [TOPICS.revocations] });
    const publisher = new TransactionalPublisher(client(), {
      transactionalId: topic,
      deadlineMs: 60_000,
    });
    await publisher.connect();
    // Each call writes a record and a transaction marker.
    for (const key of ['a', 'b', 'gone']) await publisher.publish([record(key)]);
    await publisher.close();
  });

  it('reads the newest records, including headers and tombstones', async () => {
    const records = await read({ topic, offsets: 4, after: nothing, timeoutMs });
    expect(
      records.map(({ key, value, headers }) => [key, value?.toString(), headers.ce_id]),
    ).toEqual([
      ['b', 'b', 'id of b'],
      ['gone', undefined, 'id of gone'],
    ]);
  });

  it('reads all records of a topic with fewer offsets, and none if the only offset to read is a marker', async () => {
    expect(await newest(1_000)).toEqual(['a', 'b', 'gone']);
    expect(await newest(1)).toEqual([]);
  });

  it('omits the records before the offset that `after` returns', async () => {
    expect(await newest(1_000, new Map([[0, 4]]))).toEqual(['gone']);
    expect(await newest(1_000, new Map([[0, 6]]))).toEqual([]);
    expect(await newest(1_000, new Map([[0, 7]]))).toEqual([]);
  });

  it('reads earlier records with the result of the previous call', async () => {
    const pages: string[][] = [];
    let before: ReadonlyMap<number, number> | undefined;
    do {
      const keys: string[] = [];
      before = await readNewest(client(), {
        ...{ topic, offsets: 2, after: nothing, timeoutMs },
        ...(before && { before }),
        onRecord: ({ key }) => void keys.push(key ?? ''),
      });
      pages.push(keys);
    } while (before.size > 0);
    expect(pages).toEqual([['gone'], ['b'], ['a']]);
  });

  it('reads no records of a missing topic', async () => {
    const options = { topic: `${topic}-not`, offsets: 10, after: nothing, timeoutMs };
    expect(await read(options)).toEqual([]);
  });
});

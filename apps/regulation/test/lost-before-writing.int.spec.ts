import type { WrittenOffsets } from '@lethe/messaging';
import { readPosition } from '../src/relay/position/relay-position.js';
import { republishAll, EpochEndedError } from '../src/relay/position/republish-all.js';
import { SuppressionSource } from '../src/relay/sources/suppression-source.js';
import { contextOf, newTestService, suppress, type TestService } from './test-service.js';

const TOPIC = 'test.regulation.suppressions.v1';
const PLACE = { clusterId: 'c', topicId: 't', starts: [0, 0], ends: [50, 100] };

describe('the first write of a session', () => {
  let service: TestService;
  const query: TestService['database']['query'] = (sql, parameters) =>
    service.database.query(sql, parameters);

  beforeEach(async () => {
    service = await newTestService();
    await readPosition(query);
    await republishAll(query, { place: PLACE });
    const request = suppress('u1');
    await service.commands.createRegulations({
      context: contextOf(),
      ...request,
      wantRecords: false,
    });
  });
  afterEach(() => service.close());

  const write = async (...offsets: number[]): Promise<void> => {
    const written: WrittenOffsets = new Map([[TOPIC, new Map([[1, offsets]])]]);
    const { database } = await readPosition(query);
    const batch = await new SuppressionSource(query, 'test.').open(database).take(100);
    await batch!.published(written);
  };

  it('updates the end offsets if the topic continues after the earlier sessions', async () => {
    await write(100, 130);
    expect(await readPosition(query)).toMatchObject({
      position: '1',
      topic: { ...PLACE, ends: [50, 131] },
    });
  });

  it.each([
    ['a batch before the old end', [40]],
    ['only the last batch after the old end', [40, 120]],
  ])('starts a new epoch if the topic was cut before the write: %s', async (_, offsets) => {
    const { epoch } = await readPosition(query);
    await expect(write(...offsets)).rejects.toThrow(EpochEndedError);
    const { epoch: next, position } = await readPosition(query);
    expect([Number(next), position]).toEqual([Number(epoch) + 1, '0']);
  });
});

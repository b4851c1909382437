import type { PartitionRecord } from '@lethe/messaging';
import { parsePlace, type EventPlace } from './events/event-place.js';
import { RecordFilter } from './events/record-filter.js';
import { filterBatch } from './filter-batch.js';

const TOPICS = { input: 'in', output: 'out' };
const places = (...texts: string[]): EventPlace[] =>
  texts.map(parsePlace).filter((place) => place !== undefined);

const filter = new RecordFilter({
  user: places('pointer:/userId'),
  workspace: places('header:workspaceId'),
  source: places('header:sourceId'),
  suppressions: { isSuppressed: (_workspace, user) => user === 'ann' },
});

let decodedHeaders = 0;

const record = (offset: number, value: string): PartitionRecord => ({
  ...{ offset: String(offset), time: offset * 10, key: Buffer.from('k') },
  value: Buffer.from(value),
  content: Buffer.from(`encoded ${value}`),
  get headers() {
    decodedHeaders += 1;
    return { workspaceId: 'ws', sourceId: 'web' };
  },
});

const filtered = (...values: string[]) => {
  const records = values.map((value, at) => record(at, value));
  return filterBatch(filter, TOPICS, { partition: 1, records, lag: 0 }, 1_000_000);
};

describe('filterBatch', () => {
  it('forwards the encoded content of an unchanged record', () => {
    const [value, batch] = ['{"userId":"bob"}', '{"batch":[{"userId":"bob"},{}]}'];
    const { sends, tally } = filtered(value, '{"userId":"ann"}', batch);
    expect(sends).toMatchObject([
      { topic: 'out', key: Buffer.from('k'), time: 0, content: Buffer.from(`encoded ${value}`) },
      { topic: 'out', key: Buffer.from('k'), time: 20, content: Buffer.from(`encoded ${batch}`) },
    ]);
    expect(sends.some((send) => 'headers' in send)).toBe(false);
    expect(tally).toMatchObject({ forwarded: 3, withoutUser: 1 });
  });

  it('sends a new value without the dropped events of a batch', () => {
    const { sends, tally } = filtered('{"batch":[{"userId":"ann"},{"userId":"bob"}]}');
    const [send] = sends;
    expect(send).toMatchObject({ topic: 'out', key: Buffer.from('k'), time: 0 });
    expect(send).toMatchObject({ headers: { workspaceId: 'ws', sourceId: 'web' } });
    expect(String(send?.value)).toBe('{"batch":[{"userId":"bob"}]}');
    expect(send).not.toHaveProperty('content');
    expect([...tally.dropped()]).toEqual([{ workspaceId: 'ws', sourceId: 'web', count: 1 }]);
  });

  it('sends a dead letter with the headers and the time of its record', () => {
    const { sends, tally } = filtered('no JSON');
    expect(sends).toMatchObject([
      { topic: 'in.dlq', time: 0, headers: { workspaceId: 'ws', 'lethe-error': 'not_json' } },
    ]);
    expect(sends[0]).not.toHaveProperty('content');
    expect(tally.deadLetters).toEqual(new Map([['not_json', 1]]));
  });

  it('decodes no headers if no place needs them', () => {
    decodedHeaders = 0;
    const options = { user: places('pointer:/userId'), workspace: places('fixed:ws'), source: [] };
    const other = new RecordFilter({ ...options, suppressions: { isSuppressed: () => false } });
    const records = [record(0, '{"userId":"bob"}')];
    const { sends } = filterBatch(other, TOPICS, { partition: 1, records, lag: 0 }, 1_000_000);
    expect(sends).toHaveLength(1);
    expect(decodedHeaders).toBe(0);
  });
});

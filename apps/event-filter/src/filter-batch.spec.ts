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

const HEADERS: Record<string, string> = { workspaceId: 'ws', sourceId: 'web' };
/** Number of times that all headers of a record were decoded. */
let decodedHeaders = 0;

const record = (offset: number, value: string): PartitionRecord => ({
  ...{ offset: String(offset), time: offset * 10, key: Buffer.from('k') },
  value: Buffer.from(value),
  content: { bytes: Buffer.from(value), start: 0, end: 1 },
  lastHeader: (name) => HEADERS[name],
  get headers() {
    decodedHeaders += 1;
    return HEADERS;
  },
});

const filtered = (...values: string[]) => {
  const records = values.map((value, at) => record(at, value));
  return filterBatch(filter, TOPICS, { partition: 1, records, lag: 0 }, 1_000_000);
};

describe('filterBatch', () => {
  it('forwards an unchanged record without decoding its headers', () => {
    const [bob, ann, batch] = [
      record(0, '{"userId":"bob"}'),
      record(1, '{"userId":"ann"}'),
      record(2, '{"batch":[{"userId":"bob"},{}]}'),
    ];
    decodedHeaders = 0;
    const { sends, tally } = filterBatch(
      filter,
      TOPICS,
      { partition: 1, records: [bob, batch], lag: 0 },
      1_000_000,
    );
    expect(sends.map((send) => ('record' in send ? send.record : send))).toEqual([bob, batch]);
    expect(sends.map(({ topic }) => topic)).toEqual(['out', 'out']);
    expect(tally).toMatchObject({ forwarded: 3, withoutUser: 1 });
    expect(decodedHeaders).toBe(0);
    const dropping = { partition: 1, records: [ann], lag: 0 };
    expect(filterBatch(filter, TOPICS, dropping, 1_000_000).sends).toEqual([]);
  });

  it('sends a new value without the dropped events of a batch', () => {
    const { sends, tally } = filtered('{"batch":[{"userId":"ann"},{"userId":"bob"}]}');
    const [send] = sends;
    expect(send).toMatchObject({ topic: 'out', key: Buffer.from('k'), time: 0 });
    expect(send).toMatchObject({ headers: { workspaceId: 'ws', sourceId: 'web' } });
    expect(send).toMatchObject({ value: Buffer.from('{"batch":[{"userId":"bob"}]}') });
    expect([...tally.dropped()]).toEqual([{ workspaceId: 'ws', sourceId: 'web', count: 1 }]);
  });

  it('sends a dead letter with the headers and the time of its record', () => {
    const { sends, tally } = filtered('no JSON');
    expect(sends).toMatchObject([
      { topic: 'in.dlq', time: 0, headers: { workspaceId: 'ws', 'lethe-error': 'not_json' } },
    ]);
    expect(tally.deadLetters).toEqual(new Map([['not_json', 1]]));
  });
});

import type { ReceivedRecord } from '@lethe/messaging';
import { formatRecord } from './format-record.js';

const record: ReceivedRecord = {
  topic: 'lethe.regulation.suppressions.v1',
  partition: 3,
  offset: '42',
  timestamp: Date.parse('2026-11-21T08:00:00Z'),
  key: 'ws_demo:user-1',
  value: Buffer.from('{"userId":"user-1"}'),
  headers: {
    ce_specversion: '1.0',
    ce_type: 'changed',
    ce_id: 'e1',
    'content-type': 'application/json',
  },
};

describe('formatRecord', () => {
  it('shows position, time, key, attributes and value', () => {
    expect(formatRecord(record)).toBe(
      [
        '3@42  2026-11-21T08:00:00.000Z  ws_demo:user-1',
        '  type=changed  id=e1',
        '  {',
        '    "userId": "user-1"',
        '  }',
        '',
      ].join('\n'),
    );
  });

  it('shows "(tombstone)" for a record without a value', () => {
    expect(formatRecord({ ...record, value: null })).toContain('\n  (tombstone)\n');
  });

  it('shows invalid JSON unchanged', () => {
    const odd = { ...record, key: null, headers: {}, value: Buffer.from('not {json') };
    expect(formatRecord(odd)).toBe('3@42  2026-11-21T08:00:00.000Z  (no key)\n  not {json\n');
  });

  it('escapes control characters', () => {
    const text = formatRecord({ ...record, key: 'ws:\u001b[2J', value: Buffer.from('"\u009b2J"') });
    expect(text).toContain('ws:\\u001b[2J');
    expect(text).not.toContain('\u001b');
    expect(text).not.toContain('\u009b');
  });
});

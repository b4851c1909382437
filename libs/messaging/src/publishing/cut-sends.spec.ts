import { cutSends } from './cut-sends.js';
import type { OutgoingRecord } from '../records/outgoing-record.js';

const record = (topic: string, bytes: number): OutgoingRecord => ({
  topic,
  key: 'k',
  value: 'x'.repeat(bytes),
  headers: {},
});

const many = (count: number, topic: string, bytes: number): OutgoingRecord[] =>
  Array.from({ length: count }, () => record(topic, bytes));

describe('cutSends', () => {
  it('returns no sends for an empty list of records', () => {
    expect(cutSends([])).toEqual([]);
  });

  it('puts small records of all topics into one send', () => {
    expect(cutSends([...many(10, 'a', 100), ...many(10, 'b', 100)])).toHaveLength(1);
  });

  it('limits the records of a topic in a send to 900 KB', () => {
    const sends = cutSends(many(30, 'a', 100_000));
    expect(sends.map((send) => send.length)).toEqual([8, 8, 8, 6]);
  });

  it('applies the limit to each topic separately', () => {
    expect(cutSends([...many(8, 'a', 100_000), ...many(8, 'b', 100_000)])).toHaveLength(1);
  });

  it('applies the limit to bytes, not characters, and includes headers', () => {
    const umlauts = { ...record('a', 0), value: 'ü'.repeat(400_000) };
    const header = { ...record('a', 0), headers: { h: 'x'.repeat(500_000) } };
    expect(cutSends([umlauts, umlauts])).toHaveLength(2);
    expect(cutSends([header, header])).toHaveLength(2);
  });

  it('applies the limit to encoded content', () => {
    const content = { bytes: Buffer.alloc(500_000), start: 50_000, end: 450_000 };
    const encoded = { topic: 'a', record: { key: null, value: null, time: 0, content } };
    expect(cutSends([encoded, encoded])).toHaveLength(1);
    expect(cutSends([encoded, encoded, encoded])).toHaveLength(2);
  });

  it('keeps the sequence of the records', () => {
    const records = many(5_000, 'a', 300).map((r, index) => ({ ...r, key: String(index) }));
    const sends = cutSends(records);
    expect(sends.length).toBeGreaterThan(1);
    expect(sends.flat()).toEqual(records);
  });

  it('puts a record that is too large into a separate send', () => {
    const sends = cutSends([record('a', 10), record('a', 2_000_000), record('a', 10)]);
    expect(sends.map((send) => send.length)).toEqual([1, 1, 1]);
  });

  it('limits a send to 2,000 tombstones', () => {
    const tombstones = Array.from({ length: 2_001 }, () => ({ ...record('a', 0), value: null }));
    expect(cutSends(tombstones).map((send) => send.length)).toEqual([2_000, 1]);
  });
});

import { decodePosition, encodePosition, type EventPosition } from './event-position.js';

const POSITION: EventPosition = {
  database: '0a1b2c3d',
  at: 1_795_000_000_123,
  seen: '742190:742203:742190,742199',
};

describe('EventPosition', () => {
  it.each([
    POSITION,
    { ...POSITION, seen: '742190:742190:' },
    { ...POSITION, within: { until: '742203:742204:', after: '9007199254740993' } },
  ])('is the same after encoding and decoding: %j', (position) => {
    expect(decodePosition(encodePosition(position))).toEqual(position);
  });

  it('is short, and has only characters that a header and a line of a stream allow', () => {
    const text = encodePosition(POSITION);
    expect(text).toMatch(/^[0-9a-z.-]+$/);
    expect(text.length).toBeLessThan(40);
  });

  it.each([
    '',
    '1',
    'x'.repeat(100_000),
    '0a1b2c3d.k.742190:742203:',
    '0a1b2c3d.k.1', // half a snapshot
    '0a1b2c3d.k.0-1', // no transaction has the id 0
    '0a1b2c3d.k.5-2-9', // an open transaction beyond the end
    '0a1b2c3d.k.5-9-4-2', // open transactions that are not sorted
    '0a1b2c3d.k.5-zzzzzzzzzzzzz', // beyond the largest id of PostgreSQL
    '0a1b2c3d.k.5-9.5-9', // a second snapshot without an event
  ])('is not decoded from a text that encodePosition did not return: %j', (text) => {
    expect(decodePosition(text)).toBeUndefined();
  });
});

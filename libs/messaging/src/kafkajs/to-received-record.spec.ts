import { toReceivedRecord } from './to-received-record.js';

describe('toReceivedRecord', () => {
  it('keeps the last value of a repeated header, and omits headers without a value', () => {
    const message = {
      ...{ offset: '7', timestamp: '5', time: 5, isBrokersTime: false },
      ...{ key: null, value: null, content: Buffer.alloc(0) },
      headers: {
        plain: Buffer.from('a'),
        repeated: [Buffer.from('a'), Buffer.from('b')],
        none: null,
      },
    };
    const { headers, timestamp } = toReceivedRecord('t', 0, message);
    expect(headers).toEqual({ plain: 'a', repeated: 'b' });
    expect(timestamp).toBe(5);
  });

  it('returns the time of the broker only if the broker has set the timestamp', () => {
    const message = {
      ...{ offset: '7', timestamp: '5', time: 5 },
      ...{ key: null, value: null, headers: {}, content: Buffer.alloc(0) },
    };
    const appendedAt = (isBrokersTime: boolean) =>
      toReceivedRecord('t', 0, { ...message, isBrokersTime }).appendedAt;
    expect(appendedAt(true)).toBe(5);
    expect(appendedAt(false)).toBeUndefined();
  });
});

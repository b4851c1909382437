import { toReceivedRecord } from './to-received-record.js';

const content = { bytes: Buffer.alloc(0), start: 0, end: 0 };

describe('toReceivedRecord', () => {
  it('keeps the last value of a repeated header, and omits headers without a value', () => {
    const message = {
      ...{ offset: '7', timestamp: '5', time: 5, isBrokersTime: false, content },
      ...{ key: null, value: null, lastHeader: () => undefined },
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
      ...{ offset: '7', timestamp: '5', time: 5, content },
      ...{ key: null, value: null, headers: {}, lastHeader: () => undefined },
    };
    const appendedAt = (isBrokersTime: boolean) =>
      toReceivedRecord('t', 0, { ...message, isBrokersTime }).appendedAt;
    expect(appendedAt(true)).toBe(5);
    expect(appendedAt(false)).toBeUndefined();
  });
});

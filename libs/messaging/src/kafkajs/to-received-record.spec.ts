import type { KafkaMessage } from 'kafkajs';
import { toReceivedRecord } from './to-received-record.js';

describe('toReceivedRecord', () => {
  it('keeps the last value of a repeated header, and omits headers without a value', () => {
    const message = {
      offset: '7',
      timestamp: '5',
      key: null,
      value: null,
      attributes: 0,
      headers: {
        plain: Buffer.from('a'),
        repeated: [Buffer.from('a'), Buffer.from('b')],
        none: null, // valid in Kafka, missing in the types of kafkajs
      },
    } as unknown as KafkaMessage;
    const { headers, timestamp } = toReceivedRecord('t', 0, message);
    expect(headers).toEqual({ plain: 'a', repeated: 'b' });
    expect(timestamp).toBe(5);
  });
});

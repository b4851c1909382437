import kafkajs from 'kafkajs';
import { isFencing } from './is-fencing.js';

const { KafkaJSNonRetriableError, KafkaJSProtocolError } = kafkajs;

const protocolError = (code: number): Error =>
  new KafkaJSProtocolError(Object.assign(new Error('x'), { type: 'X', code, retriable: false }));

describe('isFencing', () => {
  it.each([47, 48, 90])('returns true for error code %i', (code) => {
    expect(isFencing(protocolError(code))).toBe(true);
  });

  it('returns true if the cause of an error has a fencing code', () => {
    const wrapped = Object.assign(new KafkaJSNonRetriableError('gave up'), {
      cause: protocolError(47),
    });
    expect(isFencing(wrapped)).toBe(true);
  });

  it.each([protocolError(10), new Error('connect ECONNREFUSED'), 'text', undefined])(
    'returns false for %p',
    (error) => {
      expect(isFencing(error)).toBe(false);
    },
  );
});

import kafkajs from 'kafkajs';
import { isTransient } from './is-transient.js';

const { KafkaJSNonRetriableError } = kafkajs;
/** The types of kafkajs omit the message of this constructor. */
const LockTimeout = kafkajs.KafkaJSLockTimeout as new (message: string) => Error;

describe('isTransient', () => {
  it('returns true for a transient error, even as the cause of another error', () => {
    const cause = new LockTimeout('Timeout while acquiring lock (1 waiting locks)');
    expect(isTransient(cause)).toBe(true);
    expect(isTransient(new Error('a fetch failed', { cause }))).toBe(true);
  });

  it.each([
    ['a permanent error', new KafkaJSNonRetriableError('Unsupported partition assigner')],
    ['an error with a permanent cause', new Error('a join failed', { cause: new TypeError('x') })],
    ['a text', 'KafkaJSLockTimeout'],
    ['nothing', undefined],
  ])('returns false for %s', (_, error) => {
    expect(isTransient(error)).toBe(false);
  });
});

import kafkajs from 'kafkajs';
import { isPassing } from './is-passing.js';

const { KafkaJSNonRetriableError } = kafkajs;
/** Its type wants no message, its constructor does. */
const LockTimeout = kafkajs.KafkaJSLockTimeout as new (message: string) => Error;

describe('isPassing', () => {
  it('knows what passes behind what kafkajs wraps around it', () => {
    const cause = new LockTimeout('Timeout while acquiring lock (1 waiting locks)');
    expect(isPassing(cause)).toBe(true);
    expect(isPassing(new Error('a fetch failed', { cause }))).toBe(true);
  });

  it.each([
    ['any other error', new KafkaJSNonRetriableError('Unsupported partition assigner')],
    ['one whose cause is another', new Error('a join failed', { cause: new TypeError('x') })],
    ['what is no error', 'KafkaJSLockTimeout'],
    ['nothing', undefined],
  ])('does not take %s for it', (_, error) => {
    expect(isPassing(error)).toBe(false);
  });
});

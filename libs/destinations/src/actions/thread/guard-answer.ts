/** What an action may ask of an answer that was never given: whether it arrived, and from where. */
const HARMLESS = new Set<string | symbol>([
  'ok',
  'status',
  'statusText',
  'url',
  'type',
  'redirected',
  'constructor',
  'then', // asked by every `await`
  'request',
  'options',
]);

/** Thrown into an action that reads an answer which nobody gave. */
class AnswerReadError extends Error {
  override readonly name = 'AnswerReadError';

  constructor() {
    super('Nothing was sent, so there is no answer to read.');
  }
}

/**
 * An answer for a request that was not sent: it says that all went well, and tells when somebody
 * wants to know more.
 *
 * @param answer as the library's client made it
 * @param onRead called before the reader gets an `AnswerReadError`
 */
export function guardAnswer<T extends object>(answer: T, onRead: () => void): T {
  return new Proxy(answer, {
    get(target, name) {
      if (typeof name === 'symbol' || HARMLESS.has(name)) {
        return Reflect.get(target, name, target) as unknown;
      }
      if (name === 'clone') {
        return () => guardAnswer((target as T & { clone(): T }).clone(), onRead);
      }
      onRead();
      throw new AnswerReadError();
    },
  });
}

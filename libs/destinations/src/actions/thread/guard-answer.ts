/**
 * Members that an action is allowed to read although there is no real answer, such as the status.
 */
const HARMLESS = new Set<string | symbol>([
  'ok',
  'status',
  'statusText',
  'url',
  'type',
  'redirected',
  'constructor',
  'then', // read by every `await`
  'request',
  'options',
]);

/** An action reads the content of an answer that does not exist. */
class AnswerReadError extends Error {
  override readonly name = 'AnswerReadError';

  constructor() {
    super('Nothing was sent, so there is no answer to read.');
  }
}

/**
 * Returns an answer for a request that was not sent. The answer reports success. An action that
 * reads the content gets an `AnswerReadError`.
 *
 * @param answer answer that the library's client created
 * @param onRead called before the action gets the error
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

/** One request of Kafka's protocol, and how its answer is read. */
export interface WireRequest<T> {
  readonly apiName: string;
  readonly apiKey: number;
  readonly apiVersion: number;
  /** What follows the request header with the client's name (header version 1). */
  readonly body: Buffer;
  /** Gets what follows the correlation id. */
  readonly decode: (answer: Buffer) => T;
  /** How long the answer may take, in milliseconds, where that is longer than the client's limit. */
  readonly timeoutMs?: number;
}

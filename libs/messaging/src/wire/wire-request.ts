/** A request of the Kafka protocol, with the decoder of its answer. */
export interface WireRequest<T> {
  readonly apiName: string;
  readonly apiKey: number;
  readonly apiVersion: number;
  /** Bytes after the request header and client id (header version 1). */
  readonly body: Buffer;
  /** Decodes the bytes after the correlation id. */
  readonly decode: (answer: Buffer) => T;
  /** Timeout of the answer in milliseconds, if it must be longer than the client's timeout. */
  readonly timeoutMs?: number;
}

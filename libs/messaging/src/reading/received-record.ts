import type { KafkaMessage } from 'kafkajs';

/** One record as it was read. */
export interface ReceivedRecord {
  readonly topic: string;
  readonly partition: number;
  /** A 64-bit number in decimal. */
  readonly offset: string;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
  /** The timestamp, where it is the broker's: when the record was written. */
  readonly appendedAt?: number;
  readonly key: string | null;
  /** `null`: a tombstone. */
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Decodes what kafkajs hands over. Of a repeated header the last one counts, one without a value does not. */
export function toReceivedRecord(
  topic: string,
  partition: number,
  message: KafkaMessage,
): ReceivedRecord {
  const headers: Record<string, string> = {};
  const sent: Readonly<Record<string, unknown>> = message.headers ?? {};
  for (const [name, value] of Object.entries(sent)) {
    const last: unknown = Array.isArray(value) ? value.at(-1) : value;
    if (Buffer.isBuffer(last) || typeof last === 'string') headers[name] = last.toString();
  }
  return {
    topic,
    partition,
    offset: message.offset,
    timestamp: Number(message.timestamp),
    ...(isBrokersTime(message) ? { appendedAt: Number(message.timestamp) } : {}),
    key: message.key?.toString() ?? null,
    value: message.value,
    headers,
  };
}

const LOG_APPEND_TIME = 1;

/** kafkajs keeps the type of the timestamps with the batch, and does not declare it. */
function isBrokersTime(message: KafkaMessage): boolean {
  const { batchContext } = message as { batchContext?: { timestampType?: unknown } };
  return batchContext?.timestampType === LOG_APPEND_TIME;
}

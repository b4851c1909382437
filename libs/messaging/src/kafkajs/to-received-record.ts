import type { ReceivedRecord } from '../records/received-record.js';
import type { FetchedMessage } from './fetched-batch.js';

/**
 * Decodes a record of kafkajs. Keeps the last value of a repeated header, and omits headers without
 * a value.
 */
export function toReceivedRecord(
  topic: string,
  partition: number,
  message: FetchedMessage,
): ReceivedRecord {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers ?? {})) {
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

/** kafkajs stores the type of timestamps in an undeclared member. */
function isBrokersTime(message: FetchedMessage): boolean {
  const { batchContext } = message as { batchContext?: { timestampType?: unknown } };
  return batchContext?.timestampType === LOG_APPEND_TIME;
}

import type { ReceivedRecord } from '../records/received-record.js';
import type { FetchedMessage } from './fetched-batch.js';

/**
 * Converts a fetched record. Keeps the last value of a repeated header, and omits headers without
 * a value.
 */
export function toReceivedRecord(
  topic: string,
  partition: number,
  message: FetchedMessage,
): ReceivedRecord {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers)) {
    const last: unknown = Array.isArray(value) ? value.at(-1) : value;
    if (Buffer.isBuffer(last) || typeof last === 'string') headers[name] = last.toString();
  }
  return {
    topic,
    partition,
    offset: message.offset,
    timestamp: message.time,
    ...(message.isBrokersTime ? { appendedAt: message.time } : {}),
    key: message.key?.toString() ?? null,
    value: message.value,
    headers,
  };
}

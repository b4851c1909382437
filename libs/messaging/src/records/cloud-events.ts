import type { OutgoingRecord } from './outgoing-record.js';

/**
 * Attributes of a CloudEvents 1.0 event. The attribute `subject` is not used, because it would
 * contain an identifier of a user.
 */
export interface CloudEventAttributes {
  /** The id stays the same if the event is sent again. */
  readonly id: string;
  /** For instance `lethe.regulation.created.v1`. */
  readonly type: string;
  /** URI reference of the sender, for instance `/lethe/regulation`. */
  readonly source: string;
  /** Time of the event, in the format of RFC 3339. */
  readonly time: string;
  /** Id of the request that caused the event. It is the extension attribute `requestid`. */
  readonly requestId?: string;
  /**
   * Milliseconds from the time of sending until the deadline of the request. This member is the
   * extension attribute `timeleft`.
   */
  readonly timeLeftMs?: number;
  /**
   * True if the list of sources is too large for a record. The value then says that the user is
   * suppressed at all sources. This member is the extension attribute `oversized`.
   */
  readonly oversized?: true;
  /** W3C Trace Context of the cause. It is the extension attribute `traceparent`. */
  readonly traceparent?: string;
}

/** The header of each attribute in Kafka's binary content mode. */
const HEADERS = {
  id: 'ce_id',
  type: 'ce_type',
  source: 'ce_source',
  time: 'ce_time',
  requestId: 'ce_requestid',
  timeLeftMs: 'ce_timeleft',
  oversized: 'ce_oversized',
  traceparent: 'ce_traceparent',
} as const satisfies Record<keyof CloudEventAttributes, string>;

/**
 * Returns the headers of an event in Kafka's binary content mode. The `cloudevents` package is not
 * used, because it passes invalid values to kafkajs and throws on tombstones.
 * @param options.tombstone whether to omit the content type
 * @see
 * https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/kafka-protocol-binding.md
 */
export function toCloudEventHeaders(
  event: CloudEventAttributes,
  options: { readonly tombstone?: boolean } = {},
): Record<string, string> {
  const headers: Record<string, string> = { ce_specversion: '1.0' };
  for (const [attribute, header] of Object.entries(HEADERS)) {
    const value = event[attribute as keyof CloudEventAttributes];
    if (value !== undefined) headers[header] = String(value);
  }
  if (options.tombstone !== true) headers['content-type'] = 'application/json';
  return headers;
}

/**
 * Returns a record with the headers, the JSON value and the timestamp of an event.
 * @param data the value; `null` creates a tombstone
 */
export function toCloudEventRecord(
  topic: string,
  key: string,
  event: CloudEventAttributes,
  data: object | null,
): OutgoingRecord {
  return {
    topic,
    key,
    value: data === null ? null : JSON.stringify(data),
    headers: toCloudEventHeaders(event, { tombstone: data === null }),
    timestamp: Date.parse(event.time),
  };
}

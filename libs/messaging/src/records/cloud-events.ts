import type { OutgoingRecord } from './outgoing-record.js';

/** Attributes of a CloudEvents 1.0 event. There is no subject: it would be a user's identifier. */
export interface CloudEventAttributes {
  /** The same for every repeat of the event. */
  readonly id: string;
  /** For instance `lethe.regulation.created.v1`. */
  readonly type: string;
  /** URI reference of what sends it, for instance `/lethe/regulation`. */
  readonly source: string;
  /** RFC 3339. */
  readonly time: string;
  /** Request that led to it; the extension attribute `requestid`. */
  readonly requestId?: string;
  /** Milliseconds that are left for it when it is sent; the extension attribute `timeleft`. */
  readonly timeLeftMs?: number;
  /** The value says more than is true, as what is true fits in no record; the extension attribute `oversized`. */
  readonly oversized?: true;
  /** W3C Trace Context of what made the event; the extension attribute `traceparent`. */
  readonly traceparent?: string;
}

/** Attribute → header of Kafka's binary content mode. */
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
 * Headers of an event in Kafka's binary content mode. Ours rather than the `cloudevents` package:
 * that hands kafkajs values it refuses, and throws on tombstones.
 * @param options.tombstone the record has no value, so no content type either
 * @see https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/kafka-protocol-binding.md
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
 * An event as an outgoing record: headers, JSON value, the event's time as the record's.
 * @param data the value; `null` makes a tombstone
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

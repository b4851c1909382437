import type { OutgoingRecord, Publisher, WrittenOffsets } from '@lethe/messaging';
import { continueTraces } from './continue-traces.js';

/**
 * Adds the header `traceparent` to records that have the header `ce_traceparent`. `ce_traceparent`
 * is the context of the record's origin. `traceparent` is the context of the publish, or equal to
 * `ce_traceparent` if the publish has no span in this trace. Other records stay unchanged.
 *
 * @returns publisher that adds a span for each publish to the traces of its records
 */
export function withTraceparent(publisher: Publisher): Publisher {
  return {
    connect: () => publisher.connect(),
    publish: (records) => publish(publisher, records),
    close: () => publisher.close(),
  };
}

function publish(
  publisher: Publisher,
  records: readonly OutgoingRecord[],
): Promise<WrittenOffsets> {
  const origins = records.flatMap(({ headers }) => headers.ce_traceparent ?? []);
  if (origins.length === 0) return publisher.publish(records);
  const count = { 'messaging.batch.message_count': records.length };
  const attributes = { 'messaging.operation.type': 'send', ...count } as const;
  return continueTraces(origins, 'publish', { side: 'producer', attributes }, (_span, hops) =>
    publisher.publish(records.map((record) => withHop(record, hops))),
  );
}

function withHop(record: OutgoingRecord, hops: ReadonlyMap<unknown, string>): OutgoingRecord {
  const { ce_traceparent: origin } = record.headers;
  if (origin === undefined) return record;
  return { ...record, headers: { ...record.headers, traceparent: hops.get(origin) ?? origin } };
}

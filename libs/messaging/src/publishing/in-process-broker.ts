import { groupBy } from './group-by.js';
import { PublishError } from './publish-errors.js';
import type { OutgoingRecord } from '../records/outgoing-record.js';
import type { Publisher, WrittenOffsets } from './publisher.js';
import type { ReceivedRecord } from '../records/received-record.js';

/** Handles one record. A rejection requests a redelivery. */
export type RecordHandler = (record: ReceivedRecord) => Promise<void> | void;

interface Subscription {
  readonly handler: RecordHandler;
  /** For each key, a promise that ends with the work in progress for this key. */
  readonly pending: Map<string, Promise<void>>;
}

/**
 * Replaces Kafka within one process. As with Kafka, the records of a key are delivered in sequence,
 * at least once. The broker keeps no log, so a record reaches only the current subscribers.
 *
 * `publish()` waits for the handlers and fails if a handler fails. The outbox replaces the log:
 * after a failure, it still has the records and publishes them again. If the handler of a record
 * fails, later records of the same key in this call are not delivered. This keeps the sequence of
 * the key. A handler with long work must return early and continue in the background.
 */
export class InProcessBroker {
  private readonly subscriptions = new Map<string, Set<Subscription>>();
  private readonly offsets = new Map<string, number>();

  /**
   * @param topic full name of the topic
   * @returns a function that ends the subscription
   */
  subscribe(topic: string, handler: RecordHandler): () => void {
    const topicSubscriptions = this.subscriptions.get(topic) ?? new Set();
    this.subscriptions.set(topic, topicSubscriptions);
    const subscription: Subscription = { handler, pending: new Map() };
    topicSubscriptions.add(subscription);
    return () => void topicSubscriptions.delete(subscription);
  }

  publisher(): Publisher {
    return {
      connect: () => Promise.resolve(),
      publish: (records) => this.publish(records),
      close: () => Promise.resolve(),
    };
  }

  private async publish(records: readonly OutgoingRecord[]): Promise<WrittenOffsets> {
    const groups = groupBy(records, ({ topic, key }) => JSON.stringify([topic, key])).values();
    const deliveries: Promise<void>[] = [];
    for (const group of groups) {
      const received = group.map((record) => this.receive(record));
      for (const subscription of this.subscriptions.get(group[0]?.topic ?? '') ?? []) {
        deliveries.push(deliver(subscription, received));
      }
    }
    const failed = (await Promise.allSettled(deliveries)).filter((d) => d.status === 'rejected');
    if (failed.length > 0) {
      throw new PublishError(`${String(failed.length)} subscriber(s) could not handle a record`, {
        cause: failed[0]?.reason,
      });
    }
    return new Map();
  }

  private receive({ topic, key, value, headers, timestamp }: OutgoingRecord): ReceivedRecord {
    const offset = this.offsets.get(topic) ?? 0;
    this.offsets.set(topic, offset + 1);
    return {
      topic,
      partition: 0,
      offset: String(offset),
      timestamp: timestamp ?? Date.now(),
      key,
      value: value === null ? null : Buffer.from(value),
      headers: { ...headers },
    };
  }
}

/** Delivers records of one key in sequence, after the work in progress for this key. */
function deliver(
  { handler, pending }: Subscription,
  records: readonly ReceivedRecord[],
): Promise<void> {
  const key = records[0]?.key ?? '';
  const before = pending.get(key) ?? Promise.resolve();
  const work = before
    .catch(() => undefined) // an earlier caller has received this error
    .then(async () => {
      for (const record of records) await handler(record);
    });
  pending.set(key, work);
  const cleanUp = (): void => {
    if (pending.get(key) === work) pending.delete(key);
  };
  work.then(cleanUp, cleanUp);
  return work;
}

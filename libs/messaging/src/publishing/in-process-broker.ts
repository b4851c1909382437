import { groupBy } from './group-by.js';
import { PublishError } from './publish-errors.js';
import type { OutgoingRecord } from '../records/outgoing-record.js';
import type { Publisher, WrittenOffsets } from './publisher.js';
import type { ReceivedRecord } from '../records/received-record.js';

/** Handles one record. A rejection means: not done, bring it again. */
export type RecordHandler = (record: ReceivedRecord) => Promise<void> | void;

interface Subscription {
  readonly handler: RecordHandler;
  /** Key → the end of what is in hand for it. */
  readonly lanes: Map<string, Promise<void>>;
}

/**
 * Kafka's twin inside one process: the same publisher contract, records in order per key, at least
 * once. It keeps no log: a record reaches the subscribers that are there when it is published.
 *
 * `publish()` waits for the handlers and fails when one of them does, so that the outbox, which is
 * the log here, keeps the records and brings them again. After a failure the rest of that key's
 * records in the call is held back, since a key must not skip ahead. A handler with long work takes
 * it over and returns.
 */
export class InProcessBroker {
  private readonly subscriptions = new Map<string, Set<Subscription>>();
  private readonly offsets = new Map<string, number>();

  /**
   * @param topic full name
   * @returns ends the subscription
   */
  subscribe(topic: string, handler: RecordHandler): () => void {
    const ofTopic = this.subscriptions.get(topic) ?? new Set();
    this.subscriptions.set(topic, ofTopic);
    const subscription: Subscription = { handler, lanes: new Map() };
    ofTopic.add(subscription);
    return () => void ofTopic.delete(subscription);
  }

  publisher(): Publisher {
    return {
      connect: () => Promise.resolve(),
      publish: (records) => this.publish(records),
      close: () => Promise.resolve(),
    };
  }

  private async publish(records: readonly OutgoingRecord[]): Promise<WrittenOffsets> {
    const lines = groupBy(records, ({ topic, key }) => JSON.stringify([topic, key])).values();
    const deliveries: Promise<void>[] = [];
    for (const line of lines) {
      const received = line.map((record) => this.receive(record));
      for (const subscription of this.subscriptions.get(line[0]?.topic ?? '') ?? []) {
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

/** Records of one key, one after the other, after what is in hand for that key already. */
function deliver(
  { handler, lanes }: Subscription,
  records: readonly ReceivedRecord[],
): Promise<void> {
  const key = records[0]?.key ?? '';
  const before = lanes.get(key) ?? Promise.resolve();
  const work = before
    .catch(() => undefined) // that was the other caller's failure
    .then(async () => {
      for (const record of records) await handler(record);
    });
  lanes.set(key, work);
  const leave = (): void => {
    if (lanes.get(key) === work) lanes.delete(key);
  };
  work.then(leave, leave);
  return work;
}

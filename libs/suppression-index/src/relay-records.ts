import { jsonOf, type RelayRecord, relayRecordSchema } from '@lethe/contracts';
import { followTopic, type KafkaClient, type RecordCursor } from '@lethe/messaging';
import { retryUntilDone } from '@lethe/resilience';
import { CatchUp } from './catch-up.js';

export interface RelayRecordsOptions {
  readonly kafka: KafkaClient;
  /** Full name. */
  readonly topic: string;
  /** See `CatchUp`. */
  readonly openTransactionWaitMs: number;
  /** Called when the topic cannot be read, once for each outage. */
  readonly onError: (error: unknown) => void;
}

const RETRY_MS = 500;
const UNKNOWN_CLUSTER = 'unknown';

/**
 * Follows the topic of the relays' records until it is stopped. A record says how much a complete
 * reader of the suppressions on a Kafka cluster has to know.
 */
export class RelayRecords {
  private readonly records = new Map<string, RelayRecord>();
  private readonly stopping = new AbortController();
  private work: Promise<void> = Promise.resolve();
  private isOutageReported = false;
  /** Whether the topic has been read to its end, or turned out to be unreadable. */
  isSettled = false;
  /** The records held here were the newest ones at this time, in milliseconds since the epoch. */
  asOf = -Infinity;

  constructor(private readonly options: RelayRecordsOptions) {}

  start(): void {
    this.work = this.followOn();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.work;
  }

  /** @returns the cluster's record; undefined when there is none, or when the relay took it back */
  of(clusterId: string | undefined): RelayRecord | undefined {
    return this.records.get(clusterId ?? UNKNOWN_CLUSTER);
  }

  private async followOn(): Promise<void> {
    await retryUntilDone(() => this.follow(), {
      signal: this.stopping.signal,
      pauseMs: RETRY_MS,
      onFailure: (error) => {
        this.isSettled = true;
        if (!this.isOutageReported) this.options.onError(error);
        this.isOutageReported = true;
      },
    });
  }

  /** Reads the topic from its beginning on, until it is stopped. */
  private follow(): Promise<void> {
    const { kafka, topic, openTransactionWaitMs } = this.options;
    let catchUp = new CatchUp([], openTransactionWaitMs);
    return followTopic(kafka, {
      topic,
      signal: this.stopping.signal,
      onBegin: ({ partitions }) => {
        catchUp = new CatchUp(partitions, openTransactionWaitMs);
        this.records.clear();
        return new Map();
      },
      onRecord: (_partition, record) => {
        this.apply(record);
      },
      onProgress: (partition, progress) => {
        const { end, askedAt } = progress;
        this.isOutageReported = false;
        catchUp.note(partition, progress, askedAt);
        if (!catchUp.knows(partition, end, askedAt)) return;
        this.isSettled = true;
        this.asOf = askedAt;
      },
    });
  }

  private apply({ key, value }: RecordCursor): void {
    const clusterId = String(key);
    const record = relayRecordSchema.safeParse(jsonOf(value)).data;
    if (record?.clusterId === clusterId) this.records.set(clusterId, record);
    else this.records.delete(clusterId); // a tombstone; or nobody knows what it says
  }
}

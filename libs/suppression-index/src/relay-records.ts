import { jsonOf, type RelayRecord, relayRecordSchema } from '@lethe/contracts';
import { followTopic, type KafkaClient, type RecordCursor } from '@lethe/messaging';
import { retryUntilDone } from '@lethe/resilience';
import { CatchUp } from './catch-up.js';

export interface RelayRecordsOptions {
  readonly kafka: KafkaClient;
  readonly topic: string;
  readonly openTransactionWaitMs: number;
  /** Called once per outage of the topic. */
  readonly onError: (error: unknown) => void;
}

const RETRY_MS = 500;
const UNKNOWN_CLUSTER = 'unknown';

/**
 * Follows the topic of relay records. A relay record says how much a complete reader of the
 * suppressions on a Kafka cluster must know.
 */
export class RelayRecords {
  private readonly records = new Map<string, RelayRecord>();
  private readonly stopping = new AbortController();
  private work: Promise<void> = Promise.resolve();
  private isOutageReported = false;
  /** Whether the topic was read to its end, or is unreadable. */
  isSettled = false;
  /** Time at which these records were the newest records, in milliseconds since the epoch. */
  asOf = -Infinity;

  constructor(private readonly options: RelayRecordsOptions) {}

  start(): void {
    this.work = this.followOn();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.work;
  }

  /**
   * Returns the relay record of a cluster. Undefined if this record is missing or was withdrawn.
   */
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

  /** Reads the topic from its beginning until `stop`. */
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
        const { end, requestedAt } = progress;
        this.isOutageReported = false;
        catchUp.note(partition, progress, requestedAt);
        if (!catchUp.knows(partition, end, requestedAt)) return;
        this.isSettled = true;
        this.asOf = requestedAt;
      },
    });
  }

  private apply({ key, value }: RecordCursor): void {
    const clusterId = String(key);
    const record = relayRecordSchema.safeParse(jsonOf(value)).data;
    if (record?.clusterId === clusterId) this.records.set(clusterId, record);
    else this.records.delete(clusterId); // a tombstone, or an invalid record
  }
}

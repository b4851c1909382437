import { relayRecordSchema, type RelayRecord } from '@lethe/contracts/events';
import { followTopic, type KafkaClient, type RecordCursor } from '@lethe/messaging';
import { setTimeout as sleep } from 'node:timers/promises';
import { CatchUp } from './catch-up.js';

export interface RelayRecordsOptions {
  readonly kafka: KafkaClient;
  /** Full name. */
  readonly topic: string;
  /** See `CatchUp`. */
  readonly openTransactionWaitMs: number;
  /** It cannot be read now; told once for each outage. */
  readonly onError: (error: unknown) => void;
}

const RETRY_MS = 500;
const UNKNOWN_CLUSTER = 'unknown';

/** What relays say of how much there is to know, by cluster, for as long as it is not stopped. */
export class RelayRecords {
  private readonly records = new Map<string, RelayRecord>();
  private readonly stopping = new AbortController();
  private work: Promise<void> = Promise.resolve();
  private hasTold = false;
  /** Whether it is known which records there are, or that they cannot be read. */
  isSettled = false;
  /** There were no others at this time, in milliseconds since the epoch. */
  asOf = -Infinity;

  constructor(private readonly options: RelayRecordsOptions) {}

  start(): void {
    this.work = this.followOn();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.work;
  }

  /** @returns undefined when there is none, or when it was taken back */
  of(clusterId: string | undefined): RelayRecord | undefined {
    return this.records.get(clusterId ?? UNKNOWN_CLUSTER);
  }

  private async followOn(): Promise<void> {
    const { kafka, topic, openTransactionWaitMs, onError } = this.options;
    const { signal } = this.stopping;
    while (!signal.aborted) {
      let catchUp = new CatchUp([], openTransactionWaitMs);
      try {
        await followTopic(kafka, {
          topic,
          signal,
          onBegin: ({ partitions }) => {
            catchUp = new CatchUp(partitions, openTransactionWaitMs);
            this.records.clear(); // it is read from its beginning
            return new Map();
          },
          onRecord: (_partition, record) => {
            this.apply(record);
          },
          onProgress: (partition, progress) => {
            const { end, askedAt } = progress;
            this.hasTold = false;
            catchUp.note(partition, progress, askedAt);
            if (!catchUp.knows(partition, end, askedAt)) return;
            this.isSettled = true;
            this.asOf = askedAt;
          },
        });
      } catch (error) {
        this.isSettled = true;
        if (!this.hasTold) onError(error);
        this.hasTold = true;
      }
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private apply({ key, value }: RecordCursor): void {
    const clusterId = String(key);
    const record = parse(value);
    if (record?.clusterId === clusterId) this.records.set(clusterId, record);
    else this.records.delete(clusterId); // a tombstone; or nobody knows what it says
  }
}

function parse(value: Buffer | null): RelayRecord | undefined {
  try {
    return relayRecordSchema.safeParse(JSON.parse(String(value))).data;
  } catch {
    return undefined; // no JSON
  }
}

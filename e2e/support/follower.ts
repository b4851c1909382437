import { createKafka, tailTopic, type ReceivedRecord } from '@lethe/messaging';
import { waitFor } from '@lethe/testing';

/** Reads a topic while it grows, like a consumer in production. */
export class Follower {
  readonly records: ReceivedRecord[] = [];
  private readonly stopping = new AbortController();
  private readonly reading: Promise<void>;

  constructor(brokers: string, topic: string) {
    this.reading = tailTopic(createKafka({ brokers: brokers.split(','), clientId: 'follower' }), {
      topic,
      fromBeginning: true,
      signal: this.stopping.signal,
      onRecord: (record) => void this.records.push(record),
    });
    this.reading.catch(() => undefined); // stop() reports the error
  }

  async sees(key: string, timeoutMs: number): Promise<void> {
    await waitFor(() => this.records.some((record) => record.key === key), {
      timeoutMs,
      message: `a record with the key ${key}`,
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.reading;
  }
}

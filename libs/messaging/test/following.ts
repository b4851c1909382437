import { waitFor } from '@lethe/testing';
import {
  followTopic,
  type FollowedTopic,
  type FollowProgress,
  type KafkaClient,
} from '../src/index.js';

/** Follows a topic and collects its records. */
export class Following {
  readonly seen: string[] = [];
  readonly progress = new Map<number, Omit<FollowProgress, 'requestedAt'>>();
  begun: FollowedTopic | undefined;
  private readonly stopping = new AbortController();
  readonly ended: Promise<void>;

  constructor(kafka: KafkaClient, topic: string, positions = new Map<number, number>()) {
    this.ended = followTopic(kafka, {
      topic,
      signal: this.stopping.signal,
      pollEveryMs: 100,
      onBegin: (found) => {
        this.begun = found;
        return positions;
      },
      onRecord: (_partition, { key, value }) => {
        this.seen.push(`${String(key)}=${String(value)}`);
      },
      onProgress: (partition, { position, lastStableOffset, end }) => {
        this.progress.set(partition, { position, lastStableOffset, end });
      },
    });
    this.ended.catch(() => undefined); // the test awaits `ended`
  }

  async untilPosition(position: number): Promise<Omit<FollowProgress, 'requestedAt'>> {
    return waitFor(() => {
      const progress = this.progress.get(0);
      return (progress?.position ?? -1) >= position && progress;
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.ended;
  }
}

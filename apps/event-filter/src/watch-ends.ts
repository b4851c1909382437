import { TopicObserver, type KafkaClient } from '@lethe/messaging';

const POLL_MS = 10_000;

/**
 * Polls the end of a topic. Reports nothing while Kafka is unreachable.
 *
 * @param onEnds receives the offset after the last record or transaction marker of each partition
 * @returns a function that stops the polling
 */
export function watchEnds(
  kafka: KafkaClient,
  topic: string,
  onEnds: (ends: readonly number[]) => void,
): () => Promise<void> {
  const observer = new TopicObserver(kafka, topic);
  let isPolling = false;
  const poll = async (): Promise<void> => {
    if (isPolling) return;
    isPolling = true;
    try {
      onEnds((await observer.observe()).ends);
    } catch {
      // The consumer reports the error.
    } finally {
      isPolling = false;
    }
  };
  const timer = setInterval(() => void poll(), POLL_MS);
  return async () => {
    clearInterval(timer);
    await observer.close();
  };
}

import { TopicObserver, type KafkaClient } from '@lethe/messaging';

const LOOK_MS = 10_000;

/**
 * Looks regularly where a topic ends. While Kafka is away, nobody knows, and nothing is told.
 *
 * @param onEnds gets the offset behind the last record (or transaction marker) of each partition
 * @returns ends it
 */
export function watchEnds(
  kafka: KafkaClient,
  topic: string,
  onEnds: (ends: readonly number[]) => void,
): () => Promise<void> {
  const observer = new TopicObserver(kafka, topic);
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      onEnds((await observer.look()).ends);
    } catch {
      // The consumer says what is wrong.
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  return async () => {
    clearInterval(timer);
    await observer.close();
  };
}

import type { Publisher } from '@lethe/messaging';

/**
 * Returns a publisher that delays records of the workspace ws_a until `gate` resolves. It calls
 * `onDelay` before each delay.
 */
export function delayingPublisher(
  publisher: Publisher,
  onDelay: () => void,
  gate: Promise<void>,
): Publisher {
  return {
    connect: () => publisher.connect(),
    close: () => publisher.close(),
    publish: async (records) => {
      if (records.some(({ key }) => key.startsWith('ws_a:'))) {
        onDelay();
        await gate;
      }
      return publisher.publish(records);
    },
  };
}

import type { Publisher } from '@lethe/messaging';

/** Has each write of states wait, and says when the first is there. */
export function heldBack(
  publisher: Publisher,
  onFirst: () => void,
  gate: Promise<void>,
): Publisher {
  return {
    connect: () => publisher.connect(),
    close: () => publisher.close(),
    publish: async (records) => {
      if (records.some(({ key }) => key.startsWith('ws_a:'))) {
        onFirst();
        await gate;
      }
      return publisher.publish(records);
    },
  };
}

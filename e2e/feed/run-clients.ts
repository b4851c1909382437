import type { FeedClient } from './feed-client.js';
import { HABITS } from './habits.js';
import type { Random } from './random.js';

/** A client, and what it is known to do. */
export interface Polling {
  readonly client: FeedClient;
  readonly habit: keyof typeof HABITS;
}

/**
 * Has clients poll round after round, all at the same time, and once more each when told to stop.
 *
 * @param isOver when to stop
 * @param afterRound what may happen between two rounds of a client
 */
export async function runClients(
  clients: readonly Polling[],
  random: Random,
  isOver: () => boolean,
  afterRound: (client: FeedClient) => void = () => undefined,
): Promise<void> {
  const run = async ({ client, habit }: Polling): Promise<void> => {
    while (!isOver()) {
      await HABITS[habit](client, random);
      afterRound(client);
    }
    await client.catchUp();
  };
  await Promise.all(clients.map(run));
}

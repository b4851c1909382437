import { WORKSPACE } from '../support/workspaces.js';
import { Repeating } from './repeating.js';
import type { WatchedSystem } from './watched-system.js';

/** A user who is suppressed before the first event. */
export const ALWAYS_SUPPRESSED = 'ann';

/** Starts requests and events that continue until the returned load is stopped. */
export function usualLoad(watched: WatchedSystem): Repeating {
  const load = new Repeating();
  const api = () => watched.system.api();
  const orderAt = (destination: string, userId: string) =>
    api().create({
      regulationType: 'suppress_with_delete',
      users: [{ userId }],
      destinationIds: [`dst_${WORKSPACE}_${destination}`],
    });
  // One deletion stays open, because its destination does not answer.
  void orderAt('held', 'held').catch(() => undefined);
  load.add(200, async (n) => {
    const id = await api().suppress(`user-${n}`);
    if (n % 3 === 0) await api().cancel(id);
  });
  load.add(500, () => api().list('?limit=10'));
  load.add(200, (n) => watched.eventOf(n % 10 === 0 ? ALWAYS_SUPPRESSED : `user-${n}`));
  load.add(1_000, () =>
    api().request('POST', `/v0/testDestination/dst_${WORKSPACE}_well`, {
      body: {
        message: { type: 'track', event: 'x' },
        stage: { dest_transform: true, send_to_destination: true },
      },
    }),
  );
  load.add(4_000, (n) => orderAt('well', `deleted-${n}`));
  // A data plane that never sends a token gets the first page each time.
  load.add(1_000, () => watched.poll('workspace', '?pageSize=1'));
  return load;
}

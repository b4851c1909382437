import type { Metrics } from '@lethe/observability';
import type { Chore } from '../repeat-chore.js';
import { deletionBacklog, DESTINATIONS_BACKLOG } from './deletion-backlog.js';
import { relayBacklog } from './relay-backlog.js';
import { BY_LEADER, RepeatedLook, type LookOptions } from './repeated-look.js';

const EVERY_MS = 5_000;

/**
 * What only the database knows: how much waits, and for how long. Asked in the background by the instance that
 * leads, so that it costs the same however many instances and scrapes there are; the others show none of it.
 */
export function backlogMetrics(
  metrics: Metrics,
  options: LookOptions & { readonly isLeading: () => boolean },
): Chore {
  const { isLeading } = options;
  const declared = [relayBacklog(metrics), deletionBacklog(metrics), DESTINATIONS_BACKLOG];
  const looks = declared.map((look) => new RepeatedLook(metrics, look, options));
  metrics.observe(
    'backlog_seen_timestamp_seconds',
    `When what waits was last counted, as Unix time; of: outbox (with suppressions), deletions. ${BY_LEADER}`,
    ['of'],
    () =>
      ['outbox', 'deletions'].flatMap((of) => {
        const seen = looks.filter((look) => look.of === of).map(({ seenAt }) => seenAt ?? 0);
        const oldest = Math.min(...seen);
        return oldest === 0 ? [] : [{ labels: { of }, value: oldest / 1_000 }];
      }),
  );
  return {
    everyMs: EVERY_MS,
    failure: 'what waits could not be counted',
    round: async () => {
      if (!isLeading()) for (const look of looks) look.forget();
      if (!metrics.isOn || !isLeading()) return;
      // One after the other, and each in any case: that one takes too long is no reason to be blind for the others.
      await looks.reduce((earlier, look) => earlier.finally(() => look.look()), Promise.resolve());
    },
  };
}

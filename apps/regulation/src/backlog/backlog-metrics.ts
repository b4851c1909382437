import type { Metrics } from '@lethe/observability';
import type { PeriodicJob } from '../run-periodically.js';
import {
  deletionBacklog,
  DESTINATIONS_BACKLOG,
  VERIFICATIONS_BACKLOG,
} from './deletion-backlog.js';
import { relayBacklog } from './relay-backlog.js';
import { BY_LEADER, RepeatedPoll, type PollOptions } from './repeated-poll.js';

const EVERY_MS = 5_000;

/**
 * Returns a periodic job that counts the unpublished facts, the unpublished suppressions, the deletion
 * jobs, and the verifications that found data. Only the leader counts and shows them, so that more instances do not cause more
 * counts.
 */
export function backlogMetrics(
  metrics: Metrics,
  options: PollOptions & { readonly isLeading: () => boolean },
): PeriodicJob {
  const { isLeading } = options;
  const declared = [
    relayBacklog(metrics),
    deletionBacklog(metrics),
    DESTINATIONS_BACKLOG,
    VERIFICATIONS_BACKLOG,
  ];
  const polls = declared.map((poll) => new RepeatedPoll(metrics, poll, options));
  metrics.observe(
    'backlog_seen_timestamp_seconds',
    `Unix time of the last count of the backlog, by its part: outbox (with suppressions) or deletions. ${BY_LEADER}`,
    ['of'],
    () =>
      ['outbox', 'deletions'].flatMap((of) => {
        const times = polls.filter((poll) => poll.of === of).map(({ seenAt }) => seenAt ?? 0);
        const oldest = Math.min(...times);
        return oldest === 0 ? [] : [{ labels: { of }, value: oldest / 1_000 }];
      }),
  );
  return {
    everyMs: EVERY_MS,
    failure: 'the backlog could not be counted',
    round: async () => {
      if (!isLeading()) for (const poll of polls) poll.reset();
      if (!metrics.isOn || !isLeading()) return;
      // The polls run one after the other. When a poll times out, the next poll still runs.
      // oxlint-disable-next-line typescript/no-misused-promises -- `finally` waits for the promise
      await polls.reduce((earlier, poll) => earlier.finally(() => poll.poll()), Promise.resolve());
    },
  };
}

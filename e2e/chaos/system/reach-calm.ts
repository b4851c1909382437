import { waitFor } from '@lethe/testing';
import { collectRecords } from '@lethe/testing/kafka';
import type { SuppressionIndex } from '@lethe/suppression-index';
import { withKafkaAdmin } from '../../support/group-progress.js';
import type { Calm, Recorder } from '../history.js';
import type { EventStream } from '../load/event-stream.js';
import type { FeedReader } from '../load/feed-reader.js';
import { CHECKED } from '../load/users.js';
import { coveredKeys, openDeletions, readRegulations, type CheckedSystem } from './final-state.js';

export interface Observers {
  readonly recorder: Recorder;
  readonly feeds: readonly FeedReader[];
  readonly index: SuppressionIndex;
  readonly events: EventStream;
  /** Maximum milliseconds to wait for each state. */
  readonly timeLimitMs: number;
}

/** Maximum number of probes until the filter agrees with the database. */
const MOST_PROBES = 40;

/**
 * Waits without writes and faults until all pending work is done, and records what each part of the
 * system knows. Also records which states the system did not reach in time.
 */
export async function reachCalm(chaos: CheckedSystem, observers: Observers): Promise<void> {
  const { recorder, feeds, index, events, timeLimitMs: timeoutMs } = observers;
  const from = recorder.now;
  const settle = async (what: string, condition: () => Promise<boolean>): Promise<void> => {
    await waitFor(condition, { intervalMs: 200, timeoutMs }).catch(() => {
      recorder.add({ type: 'standstill', what });
    });
  };
  await settle('all processes to be ready', () => chaos.ready().then(() => true));
  await settle(
    'all deletions and verifications to end',
    async () => (await openDeletions(chaos)) === 0,
  );
  await chaos.system.drained({ timeoutMs }).catch(() => {
    recorder.add({ type: 'standstill', what: 'everything to be published' });
  });
  await Promise.all(feeds.map((feed) => feed.catchUp()));

  const covered = coveredKeys(await readRegulations(chaos));
  const expected = suppressedOf(covered);
  let inIndex: string[] = [];
  await settle('the index to know all suppressions', () => {
    inIndex = CHECKED.filter((key) => isSuppressed(index, key));
    return Promise.resolve(isSame(inIndex, expected));
  });
  let dropped: string[] = [];
  for (let attempt = 1; attempt <= MOST_PROBES; attempt += 1) {
    const probe = `${from}-${attempt}`;
    await events.probe(probe);
    await settle('the filter to read everything', () => hasReadAll(chaos));
    dropped = await droppedOf(chaos, probe);
    if (isSame(dropped, expected)) break;
  }
  const feedKeys = feeds.map(({ name, keys }) => [name, [...keys].sort()] as const);
  const calm: Calm = {
    ...{ from, covered, checked: CHECKED, index: inIndex, filter: dropped },
    feeds: Object.fromEntries(feedKeys),
  };
  recorder.add({ type: 'calm', ...calm });
}

/** Returns the checked keys that are suppressed at their source or at all sources. */
export function suppressedOf(covered: readonly string[]): string[] {
  const all = new Set(covered);
  return CHECKED.filter((key) => {
    const user = key.slice(0, key.lastIndexOf(':'));
    return all.has(key) || all.has(`${user}:*`);
  });
}

function isSuppressed(index: SuppressionIndex, key: string): boolean {
  const [workspaceId = '', userId = '', sourceId = ''] = key.split(':');
  return index.status.ready && index.isSuppressed(workspaceId, userId, sourceId);
}

/** @returns the checked keys without an event of the probe in the output */
async function droppedOf({ kafka, events }: CheckedSystem, probe: string): Promise<string[]> {
  const passed = new Set<string>();
  for (const { value } of await collectRecords(kafka.address, events.output)) {
    const event = JSON.parse(String(value)) as Readonly<Record<string, string>>;
    if (event.probe !== probe) continue;
    passed.add(`${event.workspaceId}:${event.userId}:${event.sourceId}`);
  }
  return CHECKED.filter((key) => !passed.has(key));
}

/** Returns whether the group has committed all records of the input. */
async function hasReadAll({ kafka, events }: CheckedSystem): Promise<boolean> {
  return withKafkaAdmin(kafka.address, async (admin) => {
    const [ends, [group]] = await Promise.all([
      admin.fetchTopicOffsets(events.input),
      admin.fetchOffsets({ groupId: events.group, topics: [events.input] }),
    ]);
    const next = new Map(group?.partitions.map((one) => [one.partition, Number(one.offset)]));
    return ends.every(({ partition, high }) => (next.get(partition) ?? -1) >= Number(high));
  });
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, n) => key === b[n]);
}

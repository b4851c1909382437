import { waitFor } from '@lethe/testing';
import { collectRecords } from '@lethe/testing/kafka';
import type { SuppressionIndex } from '@lethe/suppression-index';
import { withKafkaAdmin } from '../../support/group-progress.js';
import type { Calm, Recorder } from '../history.js';
import type { EventStream } from '../load/event-stream.js';
import type { FeedReader } from '../load/feed-reader.js';
import { ASKED } from '../load/people.js';
import type { ChaosSystem } from './chaos-system.js';
import { coveredKeys, openDeletions, readRegulations } from './final-state.js';

export interface Observers {
  readonly recorder: Recorder;
  readonly feeds: readonly FeedReader[];
  readonly index: SuppressionIndex;
  readonly events: EventStream;
  /** How long each thing is waited for. */
  readonly patienceMs: number;
}

/** A step is looked at again until index and filter know what the database does. */
const LOOKS = 40;

/**
 * Waits, when nobody writes and nothing is wrong any more, until everything has happened that was to happen, and notes
 * what everybody knows then. What does not come is noted, too.
 */
export async function reachCalm(chaos: ChaosSystem, observers: Observers): Promise<void> {
  const { recorder, feeds, index, events, patienceMs: timeoutMs } = observers;
  const from = recorder.now;
  const settle = async (what: string, condition: () => Promise<boolean>): Promise<void> => {
    await waitFor(condition, { intervalMs: 200, timeoutMs }).catch(() => {
      recorder.add({ type: 'standstill', what });
    });
  };
  await settle('all processes to be ready', () => chaos.ready().then(() => true));
  await settle('all deletions to end', async () => (await openDeletions(chaos)) === 0);
  await chaos.system.drained({ timeoutMs }).catch(() => {
    recorder.add({ type: 'standstill', what: 'everything to be published' });
  });
  await Promise.all(feeds.map((feed) => feed.catchUp()));

  const covered = coveredKeys(await readRegulations(chaos));
  const expected = suppressedOf(covered);
  let inIndex: string[] = [];
  await settle('the index to know what is covered', () => {
    inIndex = ASKED.filter((key) => isSuppressed(index, key));
    return Promise.resolve(isSame(inIndex, expected));
  });
  let dropped: string[] = [];
  for (let look = 1; look <= LOOKS; look += 1) {
    const probe = `${from}-${look}`;
    await events.probe(probe);
    await settle('the filter to read everything', () => hasReadAll(chaos));
    dropped = await droppedOf(chaos, probe);
    if (isSame(dropped, expected)) break;
  }
  const feedKeys = feeds.map(({ name, keys }) => [name, [...keys].sort()] as const);
  const calm: Calm = {
    ...{ from, covered, asked: ASKED, index: inIndex, filter: dropped },
    feeds: Object.fromEntries(feedKeys),
  };
  recorder.add({ type: 'calm', ...calm });
}

/** Of those who are asked for, the ones whom a source or all sources suppress. */
export function suppressedOf(covered: readonly string[]): string[] {
  const all = new Set(covered);
  return ASKED.filter((key) => {
    const user = key.slice(0, key.lastIndexOf(':'));
    return all.has(key) || all.has(`${user}:*`);
  });
}

function isSuppressed(index: SuppressionIndex, key: string): boolean {
  const [workspaceId = '', userId = '', sourceId = ''] = key.split(':');
  return index.status.ready && index.isSuppressed(workspaceId, userId, sourceId);
}

/** @returns those of whom no event of the probe came out */
async function droppedOf({ kafka, events }: ChaosSystem, probe: string): Promise<string[]> {
  const passed = new Set<string>();
  for (const { value } of await collectRecords(kafka.address, events.output)) {
    const event = JSON.parse(String(value)) as Readonly<Record<string, string>>;
    if (event.probe !== probe) continue;
    passed.add(`${event.workspaceId}:${event.userId}:${event.sourceId}`);
  }
  return ASKED.filter((key) => !passed.has(key));
}

/** Whether the group has committed all that is on the input. */
async function hasReadAll({ kafka, events }: ChaosSystem): Promise<boolean> {
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

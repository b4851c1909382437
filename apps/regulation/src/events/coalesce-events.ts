import { type EventPage, EVENT_BOUNDS, type WorkspaceEvent } from '@lethe/api/events';
type Told = EventPage['events'][number];

/** What an event is about, as far as it can be told together with others. */
interface Subject {
  /** Events with the same one say the same of other things. */
  readonly key: string;
  /** The things that it says it of; absent where they are too many to be named. */
  readonly ids?: readonly string[] | undefined;
}

/**
 * Makes one event of several that say the same of different things, as long as an event names them all, or none names any. One that comes later joins
 * one before it only if none in between is about one of its things: so each thing's events stay in their order.
 */
export function coalesceEvents(events: readonly Told[]): Told[] {
  const told: Told[] = [];
  /** By subject: the last event that says this. */
  const last = new Map<string, number>();
  /** By thing: the last event that is about it. */
  const about = new Map<string, number>();
  for (const { workspaceId, event } of events) {
    const subject = subjectOf(event);
    const key = JSON.stringify([workspaceId, subject?.key]);
    const ids = subject?.ids ?? [];
    const before = told.at(-1);
    const isAlike =
      before?.workspaceId === workspaceId && subjectOf(before.event)?.key === subject?.key;
    const added = before !== undefined && isAlike ? add(before.event, event) : undefined;
    if (added !== undefined) {
      told[told.length - 1] = { workspaceId, event: added };
      continue;
    }
    const place = subject?.ids === undefined ? undefined : last.get(key);
    const joined =
      place !== undefined && ids.every((id) => (about.get(id) ?? -1) <= place)
        ? join(told[place]?.event, event)
        : undefined;
    const at = joined === undefined || place === undefined ? told.length : place;
    told[at] = { workspaceId, event: joined ?? event };
    if (subject?.ids === undefined) last.delete(key);
    else last.set(key, at);
    for (const id of ids) about.set(id, at);
  }
  return told;
}

function subjectOf(event: WorkspaceEvent): Subject | undefined {
  switch (event.type) {
    case 'regulations.created':
      return {
        key: JSON.stringify([event.type, event.regulationType, event.destinationIds]),
        ids: event.ids,
      };
    case 'regulations.canceled':
      return { key: event.type, ids: event.ids };
    case 'regulations.status':
      return { key: JSON.stringify([event.type, event.status, event.overdue]), ids: event.ids };
    case 'deletions.status': {
      const { type, destinationId, destinationType, status, reason, retried } = event;
      return {
        key: JSON.stringify([type, destinationId, destinationType, status, reason, retried]),
        // Ids of jobs are numbers, those of regulations none.
        ids: event.jobIds,
      };
    }
    default:
      return undefined;
  }
}

/** @returns undefined where one event could not name all */
function join(
  first: WorkspaceEvent | undefined,
  second: WorkspaceEvent,
): WorkspaceEvent | undefined {
  if (first?.type === 'deletions.status' && second.type === first.type) {
    const jobIds = union(first.jobIds, second.jobIds);
    const regulationIds = union(first.regulationIds, second.regulationIds);
    if (jobIds === undefined || regulationIds === undefined) return undefined;
    const counts = { jobs: jobIds.length, regulations: regulationIds.length };
    return { ...first, ...counts, jobIds, regulationIds };
  }
  if (first === undefined || !('ids' in first) || !('ids' in second)) return undefined;
  const ids = union(first.ids, second.ids);
  if (ids === undefined) return undefined;
  const [firstId = first.firstId, lastId = first.lastId] = [ids[0], ids.at(-1)];
  return { ...first, count: ids.length, firstId, lastId, ids };
}

/**
 * A large request stores its regulations in portions, and each is told. What happens to a regulation once can be counted together.
 *
 * @returns undefined where one of the two names its regulations, or says something that may be said of one again
 */
function add(first: WorkspaceEvent, second: WorkspaceEvent): WorkspaceEvent | undefined {
  if (first.type !== 'regulations.created' && first.type !== 'regulations.canceled')
    return undefined;
  if (second.type !== first.type || first.ids !== undefined || second.ids !== undefined) {
    return undefined;
  }
  const [firstId, lastId] = [
    first.firstId < second.firstId ? first.firstId : second.firstId,
    first.lastId > second.lastId ? first.lastId : second.lastId,
  ];
  return { ...first, count: first.count + second.count, firstId, lastId };
}

function union(
  some: readonly string[] | undefined,
  others: readonly string[] | undefined,
): readonly string[] | undefined {
  if (some === undefined || others === undefined) return undefined;
  const all = [...new Set([...some, ...others])].sort();
  return all.length <= EVENT_BOUNDS.ids ? all : undefined;
}

import { type EventPage, EVENT_BOUNDS, type WorkspaceEvent } from '@lethe/api/events';
type PageEvent = EventPage['events'][number];

interface Subject {
  /** Events with equal keys differ only in their ids, so they can be merged. */
  readonly key: string;
  /** Ids of the objects of the event; absent if the event has too many to list. */
  readonly ids?: readonly string[] | undefined;
}

/**
 * Merges events that differ only in their ids, if one event can list all ids, or if none of the
 * events lists ids. An event is added to an earlier event only if no event between them has one of
 * its objects. So the events of each object stay in sequence.
 */
export function coalesceEvents(events: readonly PageEvent[]): PageEvent[] {
  const merged: PageEvent[] = [];
  /** Index of the last event with ids, by key of the subject. */
  const lastOfKey = new Map<string, number>();
  /** Index of the last event of an object, by id of the object. */
  const lastOfObject = new Map<string, number>();
  for (const { workspaceId, event } of events) {
    const subject = subjectOf(event);
    const key = JSON.stringify([workspaceId, subject?.key]);
    const ids = subject?.ids ?? [];
    const before = merged.at(-1);
    const isAlike =
      before?.workspaceId === workspaceId && subjectOf(before.event)?.key === subject?.key;
    const added = before !== undefined && isAlike ? add(before.event, event) : undefined;
    if (added !== undefined) {
      merged[merged.length - 1] = { workspaceId, event: added };
      continue;
    }
    const earlierIndex = subject?.ids === undefined ? undefined : lastOfKey.get(key);
    const joined =
      earlierIndex !== undefined && ids.every((id) => (lastOfObject.get(id) ?? -1) <= earlierIndex)
        ? join(merged[earlierIndex]?.event, event)
        : undefined;
    const at = joined === undefined || earlierIndex === undefined ? merged.length : earlierIndex;
    merged[at] = { workspaceId, event: joined ?? event };
    if (subject?.ids === undefined) lastOfKey.delete(key);
    else lastOfKey.set(key, at);
    for (const id of ids) lastOfObject.set(id, at);
  }
  return merged;
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
        // Ids of jobs and of regulations are never equal, because only ids of jobs are numbers.
        ids: event.jobIds,
      };
    }
    default:
      return undefined;
  }
}

/** @returns undefined if one event could not list all ids */
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
 * Adds up two events without ids. A large request has one event for each portion. Only changes that
 * happen at most once to a regulation can be added up. Otherwise the sum would count a regulation
 * twice.
 *
 * @returns undefined if one of the events lists ids, or reports a change that can happen twice
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

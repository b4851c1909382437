import type {
  DeletionsStatusEventDto,
  RegulationsCreatedEventDto,
  WorkspaceEvent,
} from '@lethe/api/events';
import { coalesceEvents } from './coalesce-events.js';

const at = '2026-11-21T08:00:00.000Z';

const created = (...ids: string[]): RegulationsCreatedEventDto => ({
  ...{ type: 'regulations.created', at, regulationType: 'suppress', count: ids.length },
  ...{ firstId: ids[0]!, lastId: ids.at(-1)!, ids },
});

const deletions = (
  status: DeletionsStatusEventDto['status'],
  ...jobIds: string[]
): DeletionsStatusEventDto => ({
  ...{ type: 'deletions.status', at, status, jobs: jobIds.length, jobIds },
  ...{ destinationId: 'dst', destinationType: 'WEBHOOK' },
  ...{ regulations: jobIds.length, regulationIds: jobIds.map((id) => `r${id}`) },
});

const merged = (...events: readonly WorkspaceEvent[]) =>
  coalesceEvents(events.map((event) => ({ workspaceId: 'ws_a', event }))).map(({ event }) => event);

describe('coalesceEvents', () => {
  it('merges events that differ only in their ids', () => {
    expect(merged(created('a'), created('b', 'c'), created('d'))).toEqual([
      created('a', 'b', 'c', 'd'),
    ]);
    expect(merged(deletions('running', '1'), deletions('running', '2'))).toEqual([
      deletions('running', '1', '2'),
    ]);
  });

  it('merges the events of the portions of a large request, which list no ids', () => {
    const counted = (firstId: string, lastId: string) => {
      const { type, regulationType } = created('a');
      return { type, at, regulationType, count: 1_000, firstId, lastId };
    };
    expect(merged(counted('b', 'c'), counted('a', 'd'), counted('e', 'f'), created('g'))).toEqual([
      { ...counted('a', 'f'), count: 3_000 },
      created('g'),
    ]);
  });

  it('does not merge events of different workspaces or with different content', () => {
    const events = [
      { workspaceId: 'ws_a', event: created('a') },
      { workspaceId: 'ws_b', event: created('b') },
    ];
    expect(coalesceEvents(events)).toEqual(events);
    const others = [
      created('a'),
      { ...created('b'), regulationType: 'delete' as const },
      { ...created('c'), destinationIds: ['dst'] },
      deletions('failed', '1'),
      { ...deletions('failed', '2'), reason: 'HTTP 500' },
    ];
    expect(merged(...others)).toEqual(others);
  });

  it('keeps the events of each object in sequence', () => {
    const [failed, again] = [deletions('failed', '1'), deletions('running', '1')];
    expect(merged(deletions('running', '1'), failed, again)).toEqual([
      deletions('running', '1'),
      failed,
      again,
    ]);
    // Job 2 can still be added to the first `running` event.
    expect(merged(deletions('running', '1'), failed, deletions('running', '2'))).toEqual([
      deletions('running', '1', '2'),
      failed,
    ]);
    // Job 2 is added to the second `running` event. The second failure of job 1 stays after that
    // event.
    expect(
      merged(deletions('running', '1'), failed, again, deletions('running', '2'), failed),
    ).toEqual([deletions('running', '1'), failed, deletions('running', '1', '2'), failed]);
  });

  it('merges up to the maximum number of ids in an event, and loses no id', () => {
    const ids = Array.from({ length: 250 }, (_, index) => String(index).padStart(3, '0'));
    const events = merged(...ids.map((id) => created(id)));
    expect(events.map((event) => (event as RegulationsCreatedEventDto).count)).toEqual([
      100, 100, 50,
    ]);
    expect(events.flatMap((event) => (event as RegulationsCreatedEventDto).ids)).toEqual(ids);
  });

  it('never merges an event with ids and an event without ids', () => {
    const { ids, ...bulk } = created('a', 'z');
    const events = [created('a'), { ...bulk, count: 10_000 }, created('b')];
    expect(ids).toHaveLength(2);
    expect(merged(...events)).toEqual(events);
  });
});

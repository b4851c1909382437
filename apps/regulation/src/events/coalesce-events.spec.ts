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

const told = (...events: readonly WorkspaceEvent[]) =>
  coalesceEvents(events.map((event) => ({ workspaceId: 'ws_a', event }))).map(({ event }) => event);

describe('events of one page', () => {
  it('are one where they say the same', () => {
    expect(told(created('a'), created('b', 'c'), created('d'))).toEqual([
      created('a', 'b', 'c', 'd'),
    ]);
    expect(told(deletions('running', '1'), deletions('running', '2'))).toEqual([
      deletions('running', '1', '2'),
    ]);
  });

  it('are one where they count too many to name: a large request is stored in portions', () => {
    const counted = (firstId: string, lastId: string) => {
      const { type, regulationType } = created('a');
      return { type, at, regulationType, count: 1_000, firstId, lastId };
    };
    expect(told(counted('b', 'c'), counted('a', 'd'), counted('e', 'f'), created('g'))).toEqual([
      { ...counted('a', 'f'), count: 3_000 },
      created('g'),
    ]);
  });

  it('stay apart in different workspaces, and where they say something else', () => {
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
    expect(told(...others)).toEqual(others);
  });

  it('stay in their order for each thing that they are about', () => {
    const [failed, again] = [deletions('failed', '1'), deletions('running', '1')];
    expect(told(deletions('running', '1'), failed, again)).toEqual([
      deletions('running', '1'),
      failed,
      again,
    ]);
    // Another job may still join what was said before.
    expect(told(deletions('running', '1'), failed, deletions('running', '2'))).toEqual([
      deletions('running', '1', '2'),
      failed,
    ]);
    // And what comes after goes where the job is by then.
    expect(
      told(deletions('running', '1'), failed, again, deletions('running', '2'), failed),
    ).toEqual([deletions('running', '1'), failed, deletions('running', '1', '2'), failed]);
  });

  it('are not joined beyond the ids that an event names, and are then still complete', () => {
    const ids = Array.from({ length: 250 }, (_, index) => String(index).padStart(3, '0'));
    const events = told(...ids.map((id) => created(id)));
    expect(events.map((event) => (event as RegulationsCreatedEventDto).count)).toEqual([
      100, 100, 50,
    ]);
    expect(events.flatMap((event) => (event as RegulationsCreatedEventDto).ids)).toEqual(ids);
  });

  it('that do not name their things are never joined', () => {
    const { ids, ...bulk } = created('a', 'z');
    const events = [created('a'), { ...bulk, count: 10_000 }, created('b')];
    expect(ids).toHaveLength(2);
    expect(told(...events)).toEqual(events);
  });
});

import type { DatabaseConnection } from '@lethe/database';
import { waitFor } from '@lethe/testing';
import {
  applyWorkspaceFile,
  CatalogEditor,
  DataPlaneCatalog,
  parseWorkspaceFile,
} from '../src/index.js';
import { BOX, useCatalogDatabase } from './catalog-database.js';

const database = useCatalogDatabase();

const apply = (file: object, connection: DatabaseConnection = database.connection) =>
  applyWorkspaceFile(connection, parseWorkspaceFile(JSON.stringify(file), {}), BOX);

const catalog = () => new DataPlaneCatalog(database.connection, BOX);

async function changedAt(workspaceId: string): Promise<number | undefined> {
  const { workspaces } = await catalog().changes({ workspaceId });
  return workspaces[0]?.changedAt.getTime();
}

beforeAll(() =>
  apply({
    workspaces: [
      {
        id: 'ws',
        sources: [{ id: 's', name: 'S', type: 'HTTP' }],
        destinations: [{ id: 'd', name: 'D', type: 'WEBHOOK' }],
        connections: [{ sourceId: 's', destinationId: 'd' }],
        libraries: [{ id: 'l', name: 'l', code: '' }],
      },
      { id: 'ws_other' },
    ],
    namespaces: [{ id: 'ns', workspaces: ['ws_other', 'ws'] }, { id: 'ns_empty' }],
  }),
);

describe('changes of configurations', () => {
  it('are reported for a workspace, and for the workspaces of a namespace', async () => {
    expect((await catalog().changes({ workspaceId: 'ws' })).workspaces).toEqual([
      { workspaceId: 'ws', changedAt: expect.any(Date) as Date },
    ]);
    const { workspaces } = await catalog().changes({ namespaceId: 'ns' });
    expect(workspaces.map(({ workspaceId }) => workspaceId)).toEqual(['ws', 'ws_other']);
    for (const owner of [
      { namespaceId: 'ns_empty' },
      { namespaceId: 'no' },
      { workspaceId: 'no' },
    ]) {
      expect(await catalog().changes(owner)).toEqual({
        workspaces: [],
        latest: expect.any(Date) as Date,
      });
    }
  });

  it('are recorded only for the changed workspace', async () => {
    const [before, other] = [await changedAt('ws'), await changedAt('ws_other')];
    await apply({ workspaces: [{ id: 'ws', libraries: [{ id: 'l', name: 'l', code: '2' }] }] });
    expect(await changedAt('ws')).toBeGreaterThan(before ?? Infinity);
    expect(await changedAt('ws_other')).toBe(other);
  });

  it('are not recorded if a workspace file changes nothing', async () => {
    const before = await changedAt('ws');
    await apply({ workspaces: [{ id: 'ws', libraries: [{ id: 'l', name: 'l', code: '2' }] }] });
    expect(await changedAt('ws')).toBe(before);
  });

  it('are recorded for plain SQL, and for cascading deletions', async () => {
    for (const sql of [
      `update catalog.sources set name = 'T'`,
      `update catalog.connections set enabled = false`,
      `delete from catalog.sources where id = 's'`,
      `delete from catalog.transformation_libraries`,
    ]) {
      const before = await changedAt('ws');
      await database.connection.query(sql);
      expect([sql, ((await changedAt('ws')) ?? 0) > (before ?? Infinity)]).toEqual([sql, true]);
    }
    expect((await catalog().configuration('ws')).connections).toEqual([]);
  });

  it('are not recorded if the transaction fails', async () => {
    const before = await changedAt('ws');
    await database.connection
      .transaction(async (manager) => {
        await manager.query(`update catalog.destinations set name = 'X'`);
        throw new Error('changed my mind');
      })
      .catch(() => undefined);
    expect(await changedAt('ws')).toBe(before);
  });

  it('are deleted together with their workspace', async () => {
    await apply({ workspaces: [{ id: 'ws_gone', libraries: [{ id: 'l', name: 'l', code: '' }] }] });
    await database.connection.query(`delete from catalog.workspaces where id = 'ws_gone'`);
    expect(await changedAt('ws_gone')).toBeUndefined();
  });

  it('have different times even in fast succession, and become visible in the order of their times', async () => {
    const editor = new CatalogEditor({
      database: database.connection,
      box: BOX,
      onChange: () => undefined,
    });
    const write = async (workspaceId: string, writer: number) => {
      for (let n = 0; n < 30; n += 1) {
        const id = `${workspaceId}-${writer}-${n}`;
        await editor.libraries.create(workspaceId, id, { name: id, code: '' });
      }
    };
    const seen = new Map<string, number>();
    const done = new AbortController();
    const watch = async () => {
      let latest = 0;
      while (!done.signal.aborted) {
        const changes = await catalog().changes({ namespaceId: 'ns' });
        for (const { workspaceId, changedAt: time } of changes.workspaces) {
          const known = seen.get(workspaceId) ?? 0;
          // A new time must be later than all times that were seen before.
          if (time.getTime() !== known) expect(time.getTime()).toBeGreaterThan(latest);
          seen.set(workspaceId, time.getTime());
        }
        latest = Math.max(latest, ...seen.values());
      }
    };
    const watching = watch();
    await Promise.all(['ws', 'ws_other'].flatMap((id) => [write(id, 1), write(id, 2)])).finally(
      () => {
        done.abort();
      },
    );
    await watching;
    expect(seen.size).toBe(2);
  });

  it('commit one after the other, even in different workspaces, so that no later time is visible first', async () => {
    const rename = (id: string) =>
      [`update catalog.workspaces set name = name || '.' where id = $1`, [id]] as const;
    const ended: string[] = [];
    const isWaiting = async () => {
      const waiting = await database.connection.query(
        `select from pg_stat_activity where datname = current_database()
           and wait_event_type = 'Lock' and query like 'update catalog.workspaces%'`,
      );
      return waiting.length > 0;
    };
    let second: Promise<unknown> | undefined;
    await database.connection.transaction(async (manager) => {
      const [sql, parameters] = rename('ws');
      await manager.query(sql, [...parameters]);
      // Runs the deferred triggers, as a commit does.
      await manager.query('set constraints all immediate');
      second = database.connection.query(...rename('ws_other')).then(() => ended.push('second'));
      await waitFor(isWaiting);
      ended.push('first');
    });
    await second;
    expect(ended).toEqual(['first', 'second']);
    expect(await changedAt('ws_other')).toBeGreaterThan((await changedAt('ws')) ?? Infinity);
  });

  it('get later times even after the clock of the server was set back', async () => {
    await database.connection.query(
      `update catalog.configuration_clock set last_at = last_at + interval '1 hour'`,
    );
    await apply({ workspaces: [{ id: 'ws', name: 'first' }] });
    const first = (await changedAt('ws')) ?? 0;
    await apply({ workspaces: [{ id: 'ws', name: 'second' }] });
    expect(first).toBeGreaterThan(Date.now() + 3_000_000);
    expect(await changedAt('ws')).toBe(first + 1);
  });

  it('cause no deadlock if a workspace file and edits change the same workspaces at the same time', async () => {
    const editor = new CatalogEditor({
      database: database.connection,
      box: BOX,
      onChange: () => undefined,
    });
    const edit = async (workspaceId: string) => {
      for (let n = 0; n < 15; n += 1) {
        const { id } = await editor.libraries.create(workspaceId, undefined, {
          name: `edit ${n}`,
          code: '',
        });
        await editor.libraries.remove(workspaceId, id, undefined);
      }
    };
    const file = (n: number) => ({
      workspaces: ['ws', 'ws_other'].map((id) => ({ id, name: `name ${n}` })),
    });
    const applying = async () => {
      for (let n = 0; n < 15; n += 1) await apply(file(n));
    };
    await Promise.all([edit('ws'), edit('ws_other'), applying()]);
    expect(await changedAt('ws')).toBeDefined();
  });
});

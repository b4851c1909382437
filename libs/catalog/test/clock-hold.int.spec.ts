import { jest } from '@jest/globals';
import { DatabaseClient } from '@lethe/database';
import { waitFor } from '@lethe/testing';
import { applyWorkspaceFile, CatalogReader, ClockHold, parseWorkspaceFile } from '../src/index.js';
import { useCatalogDatabase } from './catalog-database.js';

const CHANGES = 30;

describe('CatalogReader.savedAt with a lease', () => {
  const database = useCatalogDatabase();
  const connection = () => new DatabaseClient({ connectionString: database.url });
  let lease: ClockHold;
  const leased: DatabaseClient[] = [];
  let reader: CatalogReader;
  let writer: DatabaseClient;

  beforeAll(async () => {
    const file = { workspaces: [{ id: 'ws_a' }, { id: 'ws_b' }] };
    await applyWorkspaceFile(database.connection, parseWorkspaceFile(JSON.stringify(file), {}));
    lease = new ClockHold(() => {
      const made = connection();
      leased.push(made);
      return made;
    });
    reader = new CatalogReader(database.connection, undefined, lease);
    writer = connection();
    await writer.connect();
  });
  afterAll(async () => {
    await Promise.all([lease.stop(), writer.end()]);
  });

  /** As somebody does who changes the database by hand. */
  async function change(): Promise<void> {
    await writer.query(`update catalog.workspaces set name = name || '.' where id = 'ws_a'`);
  }
  async function committed(): Promise<string | undefined> {
    const { rows } = await writer.query<{ at: Date }>(
      `select changed_at as at from catalog.configuration_changes where workspace_id = 'ws_a'`,
    );
    return rows[0]?.at.toISOString();
  }
  /** Asks in quick succession until nothing is asked of the database. */
  async function untilLeased(): Promise<void> {
    const query = jest.spyOn(database.connection, 'query');
    await waitFor(
      async () => {
        const before = query.mock.calls.length;
        for (let asked = 0; asked < 5; asked += 1) await reader.savedAt('ws_a');
        return query.mock.calls.length === before;
      },
      { message: 'answers without a statement', intervalMs: 1 },
    );
    query.mockRestore();
  }

  it('asks nothing while no configuration changes, of any workspace that it has asked about', async () => {
    await untilLeased();
    expect(await reader.savedAt('ws_a')).toBe(await committed());
    const query = jest.spyOn(database.connection, 'query');
    expect(await reader.savedAt('ws_none')).toBeUndefined();
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
  });

  it('asks nothing between two moments, which follow each other on two connections', async () => {
    await untilLeased();
    const query = jest.spyOn(database.connection, 'query');
    const locking = jest.spyOn(DatabaseClient.prototype, 'query');
    // A lock is certain for 250 ms, also on a machine that stands still.
    const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    while (locking.mock.calls.length < 8) {
      expect(lease.unchangedSince).toBeDefined();
      expect(await reader.savedAt('ws_a')).toBeDefined();
      await new Promise(setImmediate);
    }
    expect(query).not.toHaveBeenCalled();
    for (const spy of [query, locking, clock]) spy.mockRestore();
  });

  it('knows of each change as soon as it is made, by whatever program', async () => {
    const wrong: unknown[] = [];
    for (let turn = 0; turn < CHANGES; turn += 1) {
      await untilLeased();
      await change();
      const [saved, known] = [await committed(), await reader.savedAt('ws_a')];
      if (known !== saved) wrong.push([turn, known, saved]);
    }
    expect(wrong).toEqual([]);
  });

  it('knows of changes that are made while it asks, and lets them through', async () => {
    let isChanging = true;
    const wrong: unknown[] = [];
    const asking = async (): Promise<void> => {
      while (isChanging) {
        const before = await committed();
        const known = await reader.savedAt('ws_a');
        if (known === undefined || before === undefined || known < before)
          wrong.push([known, before]);
      }
    };
    const changing = async (): Promise<void> => {
      const other = connection();
      await other.connect();
      for (let turn = 0; turn < CHANGES; turn += 1) {
        await other.query(`update catalog.workspaces set name = name || '.' where id = 'ws_a'`);
      }
      await other.end();
      isChanging = false;
    };
    await Promise.all([changing(), asking(), asking()]);
    expect(wrong).toEqual([]);
  });

  it('asks again when its session is ended, and when the process stood still', async () => {
    await untilLeased();
    const sessions = leased.map(({ processID }) => processID);
    await writer.query('select pg_terminate_backend(n) from unnest($1::int[]) n', [sessions]);
    await change();
    const saved = await committed(); // meanwhile the end of the sessions is read
    expect(await reader.savedAt('ws_a')).toBe(saved);
    await untilLeased();
    const now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(now + 251);
    expect(lease.unchangedSince).toBeUndefined();
    clock.mockRestore();
  });

  it('asks each time where the lease has no connection', async () => {
    const url = new URL(database.url);
    url.pathname = '/not_there';
    const nowhere = new ClockHold(() => new DatabaseClient({ connectionString: url.href }));
    const asking = new CatalogReader(database.connection, undefined, nowhere);
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await asking.savedAt('ws_a')).toBe(await committed());
    }
    expect(nowhere.unchangedSince).toBeUndefined();
    await nowhere.stop();
  });
});

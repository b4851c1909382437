import { jest } from '@jest/globals';
import { DatabaseClient } from '@lethe/database';
import { waitFor } from '@lethe/testing';
import { applyWorkspaceFile, CatalogReader, ClockHold, parseWorkspaceFile } from '../src/index.js';
import { useCatalogDatabase } from './catalog-database.js';

const CHANGES = 30;

describe('CatalogReader.savedAt with a clock hold', () => {
  const database = useCatalogDatabase();
  const connection = () => new DatabaseClient({ connectionString: database.url });
  let hold: ClockHold;
  const clients: DatabaseClient[] = [];
  let reader: CatalogReader;
  let writer: DatabaseClient;

  beforeAll(async () => {
    const file = { workspaces: [{ id: 'ws_a' }, { id: 'ws_b' }] };
    await applyWorkspaceFile(database.connection, parseWorkspaceFile(JSON.stringify(file), {}));
    hold = new ClockHold(() => {
      const made = connection();
      clients.push(made);
      return made;
    });
    reader = new CatalogReader(database.connection, undefined, hold);
    writer = connection();
    await writer.connect();
  });
  afterAll(async () => {
    await Promise.all([hold.stop(), writer.end()]);
  });

  /** Changes the configuration of `ws_a` by SQL. */
  async function change(): Promise<void> {
    await writer.query(`update catalog.workspaces set name = name || '.' where id = 'ws_a'`);
  }
  async function committed(): Promise<string | undefined> {
    const { rows } = await writer.query<{ at: Date }>(
      `select changed_at as at from catalog.configuration_changes where workspace_id = 'ws_a'`,
    );
    return rows[0]?.at.toISOString();
  }
  /** Calls `savedAt` in quick succession until a call needs no statement. */
  async function untilLocked(): Promise<void> {
    const query = jest.spyOn(database.connection, 'query');
    await waitFor(
      async () => {
        const before = query.mock.calls.length;
        for (let call = 0; call < 5; call += 1) await reader.savedAt('ws_a');
        return query.mock.calls.length === before;
      },
      { message: 'answers without a statement', intervalMs: 1 },
    );
    query.mockRestore();
  }

  it('needs no query for a known workspace, and one query for an unknown workspace', async () => {
    await untilLocked();
    expect(await reader.savedAt('ws_a')).toBe(await committed());
    const query = jest.spyOn(database.connection, 'query');
    expect(await reader.savedAt('ws_none')).toBeUndefined();
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
  });

  it('needs no query between consecutive lock periods, which alternate between two connections', async () => {
    await untilLocked();
    const query = jest.spyOn(database.connection, 'query');
    const locking = jest.spyOn(DatabaseClient.prototype, 'query');
    // The clock is stopped, because a lock is trusted for only 250 ms and a slow machine can need
    // longer.
    const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    while (locking.mock.calls.length < 8) {
      expect(hold.unchangedSince).toBeDefined();
      expect(await reader.savedAt('ws_a')).toBeDefined();
      await new Promise(setImmediate);
    }
    expect(query).not.toHaveBeenCalled();
    for (const spy of [query, locking, clock]) spy.mockRestore();
  });

  it('returns the time of a change at once, even if plain SQL made the change', async () => {
    const wrong: unknown[] = [];
    for (let turn = 0; turn < CHANGES; turn += 1) {
      await untilLocked();
      await change();
      const [saved, known] = [await committed(), await reader.savedAt('ws_a')];
      if (known !== saved) wrong.push([turn, known, saved]);
    }
    expect(wrong).toEqual([]);
  });

  it('returns the times of concurrent changes, and does not block these changes', async () => {
    let isChanging = true;
    const wrong: unknown[] = [];
    const readTimes = async (): Promise<void> => {
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
    await Promise.all([changing(), readTimes(), readTimes()]);
    expect(wrong).toEqual([]);
  });

  it('does not trust the lock after its connections have ended, or 250 ms after it was taken', async () => {
    await untilLocked();
    const sessions = clients.map(({ processID }) => processID);
    await writer.query('select pg_terminate_backend(n) from unnest($1::int[]) n', [sessions]);
    await change();
    // During this query, the clients notice that their sessions ended.
    const saved = await committed();
    expect(await reader.savedAt('ws_a')).toBe(saved);
    await untilLocked();
    const now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(now + 251);
    expect(hold.unchangedSince).toBeUndefined();
    clock.mockRestore();
  });

  it('queries each time if the clock hold has no connection', async () => {
    const url = new URL(database.url);
    url.pathname = '/not_there';
    const nowhere = new ClockHold(() => new DatabaseClient({ connectionString: url.href }));
    const uncached = new CatalogReader(database.connection, undefined, nowhere);
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await uncached.savedAt('ws_a')).toBe(await committed());
    }
    expect(nowhere.unchangedSince).toBeUndefined();
    await nowhere.stop();
  });
});

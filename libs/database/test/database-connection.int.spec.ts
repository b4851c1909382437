import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@lethe/local-services';
import { freePort, testPostgresUrl, waitFor } from '@lethe/testing';
import { createDataSource, DatabaseConnection } from '../src/index.js';

function connectionTo(url: string, onWaiting?: () => void) {
  return new DatabaseConnection({
    dataSource: createDataSource({
      url,
      schema: 'public',
      applicationName: 'test',
      poolSize: 2,
      statementTimeoutMs: 60_000,
    }),
    prepare: () => Promise.resolve(),
    ...(onWaiting === undefined ? {} : { onWaiting }),
  });
}

/** Creates a folder that the user of PostgreSQL can enter, even if the test runs as root. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lethe-connection-'));
  chmodSync(folder, 0o755);
  return folder;
}

describe('DatabaseConnection', () => {
  it('refuses statements while the database is unreachable, and connects later', async () => {
    const port = await freePort();
    const dataDir = newFolder();
    const options = { dataDir, port, settings: { fsync: 'off' } };
    const first = await startEmbeddedPostgres(options);
    await first.stop();

    let waited = 0;
    const connection = connectionTo(first.url, () => (waited += 1));
    const started = connection.start();
    await waitFor(() => waited > 0);
    await expect(connection.query('select 1')).rejects.toMatchObject({ code: 'unavailable' });
    expect(() => connection.manager).toThrow(
      expect.objectContaining({ code: 'unavailable' }) as Error,
    );

    const second = await startEmbeddedPostgres(options);
    await started;
    expect(await connection.isUp()).toBe(true);
    await second.stop();
    await expect(connection.query('select 1')).rejects.toMatchObject({ code: 'unavailable' });

    const third = await startEmbeddedPostgres(options);
    await waitFor(() => connection.isUp());
    await connection.stop();
    await third.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('throws a permanent error at the start', async () => {
    const wrong = new URL(await testPostgresUrl());
    wrong.pathname = '/nowhere';
    await expect(connectionTo(wrong.href).start()).rejects.toMatchObject({ code: '3D000' });
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, freePort, spawnApp, waitFor, type SpawnedApp } from '@lethe/testing';
import { writeWorkspaceFile } from './support/workspaces.js';

/** The standalone app as one process. */
export class StandaloneSystem {
  private constructor(
    readonly address: string,
    readonly app: SpawnedApp,
    private readonly dispose: () => Promise<void>,
  ) {}

  /**
   * @param workspaces as in `writeWorkspaceFile`
   * @param environment further variables
   */
  static async start(
    workspaces?: readonly object[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<StandaloneSystem> {
    const database = await createTestDatabase();
    const folder = mkdtempSync(join(tmpdir(), 'lethe-e2e-'));
    const port = await freePort();
    const app = spawnApp({
      args: [fileURLToPath(new URL('../apps/standalone/dist/bundle/main.js', import.meta.url))],
      env: {
        PORT: String(port),
        DATABASE_URL: database.url,
        LETHE_DATA_DIR: folder,
        LETHE_WORKSPACE_FILE: writeWorkspaceFile(folder, workspaces),
        LETHE_DELIVERY_ALLOW: '127.0.0.1',
        LETHE_UNAVAILABLE_AFTER: '20',
        ...environment,
      },
    });
    const address = `http://127.0.0.1:${port}`;
    await waitFor(() => fetch(`${address}/readyz`).then(({ ok }) => ok), {
      message: () => `the standalone app, got:\n${app.output}`,
    });
    return new StandaloneSystem(address, app, async () => {
      await app.stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    });
  }

  stop(): Promise<void> {
    return this.dispose();
  }
}

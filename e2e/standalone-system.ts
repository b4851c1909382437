import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, freePort, spawnApp, waitFor, type SpawnedApp } from '@lethe/testing';
import { writeWorkspaceFile } from './support/workspaces.js';

type Environment = Readonly<Record<string, string>>;

export class StandaloneSystem {
  private constructor(
    readonly address: string,
    public app: SpawnedApp,
    private readonly launch: () => SpawnedApp,
    private readonly dispose: () => Promise<void>,
  ) {}

  /**
   * @param workspaces as in `writeWorkspaceFile`
   * @param environment further variables, or a function that returns them for the app's address
   */
  static async start(
    workspaces?: readonly object[],
    environment: Environment | ((address: string) => Environment) = {},
  ): Promise<StandaloneSystem> {
    const database = await createTestDatabase();
    const folder = mkdtempSync(join(tmpdir(), 'lethe-e2e-'));
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const own = typeof environment === 'function' ? environment(address) : environment;
    const launch = () =>
      spawnApp({
        args: [fileURLToPath(new URL('../apps/standalone/dist/bundle/main.js', import.meta.url))],
        env: {
          PORT: String(port),
          DATABASE_URL: database.url,
          LETHE_DATA_DIR: folder,
          LETHE_WORKSPACE_FILE: writeWorkspaceFile(folder, workspaces),
          LETHE_DELIVERY_ALLOW: '127.0.0.1',
          LETHE_UNAVAILABLE_AFTER: '20',
          ...own,
        },
      });
    const system = new StandaloneSystem(address, launch(), launch, async () => {
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    });
    await system.ready();
    return system;
  }

  /** Ends the app as a power failure does. */
  async kill(): Promise<void> {
    this.app.kill('SIGKILL');
    await this.app.exited;
  }

  /** Starts the app again after `kill`, on the same port, database and folder. */
  async restart(): Promise<void> {
    this.app = this.launch();
    await this.ready();
  }

  async stop(): Promise<void> {
    await this.app.stop();
    await this.dispose();
  }

  private async ready(): Promise<void> {
    await waitFor(() => fetch(`${this.address}/readyz`).then(({ ok }) => ok), {
      message: () => `the standalone app, got:\n${this.app.output}`,
    });
  }
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalRedis, type LocalRedis } from '@lethe/local-services';
import { RedisClient } from '../../support/redis-client.js';

/** Milliseconds between two writes of each key. */
const EVERY_MS = 300;

/**
 * A Redis server in which keys of some users come back after each deletion, as if a forgotten program
 * wrote them. No fault hits the server. It is the destination `ROWS_AT`.
 */
export class ReturningRows {
  private constructor(
    private readonly folder: string,
    private readonly server: LocalRedis,
    private readonly client: RedisClient,
    private readonly timer: NodeJS.Timeout,
  ) {}

  /** @param userIds users whose keys come back */
  static async start(userIds: readonly string[]): Promise<ReturningRows> {
    const folder = mkdtempSync(join(tmpdir(), 'lethe-chaos-rows-'));
    const server = await startLocalRedis({ dataDir: folder });
    const client = await RedisClient.open(server.port);
    const write = () => {
      void client.send(['MSET', ...userIds.flatMap((userId) => [`user:${userId}`, 'back'])]);
    };
    return new ReturningRows(folder, server, client, setInterval(write, EVERY_MS));
  }

  get config() {
    return { address: `127.0.0.1:${this.server.port}` };
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.client.close();
    await this.server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

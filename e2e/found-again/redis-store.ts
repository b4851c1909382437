import { startLocalRedis, type LocalRedis } from '@lethe/local-services';
import { RedisClient } from '../support/redis-client.js';
import type { Store } from './store.js';

/** Commands that prepare a connection, and those that only read. */
const HARMLESS = new Set(['hello', 'auth', 'select', 'client', 'cluster', 'readonly', 'exists']);
/** A line of MONITOR: `+1339518083.1 [0 127.0.0.1:60866] "exists" "user:1"`. */
const MONITORED = /^\+[\d.]+ \[\d+ [^\]]+\] "(\w+)"/;

export class RedisStore implements Store {
  readonly type = 'REDIS';
  readonly config: object;

  private constructor(
    private readonly server: LocalRedis,
    private readonly client: RedisClient,
  ) {
    this.config = { address: `127.0.0.1:${server.port}`, keyPattern: 'user:<userId>:profile' };
  }

  /** @param dataDir folder for the log of the server */
  static async start(dataDir: string): Promise<RedisStore> {
    const server = await startLocalRedis({ dataDir });
    return new RedisStore(server, await RedisClient.open(server.port));
  }

  fill(userId: string, round: number): Promise<void> {
    return this.putBack(userId, round);
  }

  /** Keys hold a text, a hash or a list. */
  async putBack(userId: string, round: number): Promise<void> {
    const key = keyOf(userId);
    const commands = [
      ['SET', key, 'x'],
      ['HSET', key, 'name', 'x'],
      ['RPUSH', key, 'x'],
    ];
    await this.client.send(commands[round % commands.length]!);
  }

  async count(userId: string): Promise<number> {
    return Number((await this.client.send(['EXISTS', keyOf(userId)])).slice(1));
  }

  /** Reads the commands of all clients from the server. */
  async writesDuring(work: () => Promise<void>): Promise<string[]> {
    const monitor = await RedisClient.open(this.server.port);
    await monitor.send(['MONITOR']);
    await work();
    await this.client.send(['ECHO', 'end']);
    const commands: string[] = [];
    for (;;) {
      const [, command = ''] = MONITORED.exec(await monitor.line()) ?? [];
      if (command.toLowerCase() === 'echo') break;
      commands.push(command.toLowerCase());
    }
    monitor.close();
    if (!commands.includes('exists')) throw new Error('MONITOR shows no verification');
    return commands.filter((command) => !HARMLESS.has(command));
  }

  async stop(): Promise<void> {
    this.client.close();
    await this.server.stop();
  }
}

function keyOf(userId: string): string {
  return `user:${userId}:profile`;
}

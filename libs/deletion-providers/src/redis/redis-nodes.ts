import type { GuardedDialer } from '@lethe/egress';
import { failed } from '../shared/deletion-problem.js';
import type { ServerAddress } from '../shared/read-config.js';
import type { RedisConfig } from './redis-config.js';
import { replyProblem } from './reply-problem.js';
import { RespConnection, type RespCommand } from './resp-connection.js';

/** Maximum number of nodes per cluster. A server that names more is probably hostile. */
const MOST_NODES = 100;

/** Connections of one deletion to a single server, or to the needed nodes of a cluster. */
export class RedisNodes {
  private readonly connections = new Map<string, RespConnection>();

  constructor(
    private readonly dialer: GuardedDialer,
    private readonly config: RedisConfig,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Connects to the first configured server that is reachable.
   *
   * @throws the error of the last configured server if no server is reachable
   */
  async findFirst(): Promise<ServerAddress> {
    let failure: unknown;
    for (const server of this.config.places) {
      try {
        await this.connectTo(server);
        return server;
      } catch (error) {
        if (this.signal.aborted) throw error;
        failure = error;
      }
    }
    throw failure;
  }

  /** @throws DeletionProblem if Redis refuses the login; connection errors */
  async connectTo(server: ServerAddress): Promise<RespConnection> {
    const name = `${server.host}:${server.port}`;
    const known = this.connections.get(name);
    if (known !== undefined) return known;
    if (this.connections.size >= MOST_NODES) {
      throw failed(`The cluster has too many servers: Lethe supports at most ${MOST_NODES}.`);
    }
    const { tls } = this.config;
    const connection = await RespConnection.open(this.dialer, server, {
      signal: this.signal,
      ...(tls === undefined ? {} : { tls }),
    });
    this.connections.set(name, connection);
    await this.logIn(connection);
    return connection;
  }

  close(): void {
    for (const connection of this.connections.values()) connection.close();
  }

  private async logIn(connection: RespConnection): Promise<void> {
    const { username, password, database } = this.config;
    const commands: RespCommand[] = [];
    if (password !== undefined) {
      commands.push(['AUTH', ...(username === undefined ? [] : [username]), password]);
    }
    if (database > 0) commands.push(['SELECT', String(database)]);
    if (commands.length === 0) return;
    for (const reply of await connection.pipeline(commands)) {
      if (reply.kind === 'error') throw replyProblem(reply, 'LOGIN');
    }
  }
}

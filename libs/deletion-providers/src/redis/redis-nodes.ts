import type { GuardedDialer } from '@lethe/egress';
import { failed } from '../shared/deletion-problem.js';
import type { Place } from '../shared/read-config.js';
import type { RedisConfig } from './redis-config.js';
import { replyProblem } from './reply-problem.js';
import { RespConnection, type RespCommand } from './resp-connection.js';

/** Servers of one cluster; more are taken for a server that leads us around. */
const MOST_NODES = 100;

/** The connections of one deletion, to a server or to those of a cluster that are needed. */
export class RedisNodes {
  private readonly connections = new Map<string, RespConnection>();

  constructor(
    private readonly dialer: GuardedDialer,
    private readonly config: RedisConfig,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Connects to the first of the configured places that can be reached.
   * @throws the error of the last one when none can
   */
  async findFirst(): Promise<Place> {
    let failure: unknown;
    for (const place of this.config.places) {
      try {
        await this.connectTo(place);
        return place;
      } catch (error) {
        if (this.signal.aborted) throw error;
        failure = error;
      }
    }
    throw failure;
  }

  /** @throws DeletionProblem when the login is refused; the error of the connection */
  async connectTo(place: Place): Promise<RespConnection> {
    const name = `${place.host}:${place.port}`;
    const known = this.connections.get(name);
    if (known !== undefined) return known;
    if (this.connections.size >= MOST_NODES) {
      throw failed(`The cluster names more than ${MOST_NODES} servers.`);
    }
    const { tls } = this.config;
    const connection = await RespConnection.open(this.dialer, place, {
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
      if (reply.kind === 'error') throw replyProblem(reply);
    }
  }
}

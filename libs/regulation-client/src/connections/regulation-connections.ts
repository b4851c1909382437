import type { ConnectionOptions } from 'node:tls';
import { LetheError } from '@lethe/contracts';
import { Instances } from './instances.js';
import { RegulationConnection } from './regulation-connection.js';

export interface ConnectionsOptions {
  /** Address or name. A name can resolve to several instances. */
  readonly host: string;
  readonly port: number;
  /**
   * Returns the options of mutual TLS for a new connection. They contain the current certificates,
   * and the name that the certificate of the service must have.
   */
  readonly tls?: () => ConnectionOptions;
  /** Number of connections to keep. */
  readonly size: number;
  /** Timeout of an attempt to connect, in milliseconds. The tried instances share this time. */
  readonly connectTimeoutMs?: number;
  /**
   * Milliseconds after which a connection is replaced. A Kubernetes Service selects an instance for
   * each new connection. Without replacements, a new instance would get no commands.
   */
  readonly maxAgeMs?: number;
  /** Clock in milliseconds since the epoch; replaced in tests. */
  readonly now?: () => number;
  /** Resolves the host; replaced in tests. */
  readonly resolve?: (host: string) => Promise<string[]>;
}

const CONNECT_TIMEOUT_MS = 1_500;
const MAX_AGE_MS = 5 * 60_000;
/** Maximum number of instances that an attempt to open a connection tries. */
const MAX_ATTEMPTS = 3;
/** Pause after a failed attempt. There is no pause when no connection is usable. */
const RETRY_PAUSE_MS = 1_000;

/**
 * A few connections to the regulation service, which requests open when they need them. A request
 * goes to the connection with the fewest unanswered requests, and is sent at most once.
 */
export class RegulationConnections {
  private readonly usable = new Set<RegulationConnection>();
  private opening: Promise<void> | undefined;
  private nextAttemptAt = 0;
  private readonly now: () => number;
  private readonly instances: Instances;
  private closed = false;

  constructor(private readonly options: ConnectionsOptions) {
    this.now = options.now ?? Date.now;
    this.instances = new Instances(options.host, this.now, options.resolve);
  }

  /**
   * Sends a request on the connection with the fewest unanswered requests.
   *
   * @param pattern message pattern of the command
   * @param data plain data
   * @param timeoutMs maximum wait for the answer after the request was sent
   * @throws LetheError `unavailable` if no connection could be opened, so nothing was sent; errors
   *   of `RegulationConnection.request`
   */
  async request(pattern: string, data: object, timeoutMs: number): Promise<unknown> {
    const connection = this.pick() ?? (await this.firstConnection());
    return connection.request(pattern, data, timeoutMs);
  }

  /**
   * Returns true when a connection exists or can be opened.
   *
   * @throws LetheError `unavailable` if no connection can be opened
   */
  async isUp(): Promise<boolean> {
    if (this.pick() === undefined) await this.firstConnection();
    return true;
  }

  get size(): number {
    return this.usable.size;
  }

  /** Stops accepting requests. Each connection closes after its last answer. */
  close(): void {
    this.closed = true;
    for (const connection of [...this.usable]) this.retire(connection);
  }

  private pick(): RegulationConnection | undefined {
    this.keepUp();
    let leastBusy: RegulationConnection | undefined;
    for (const connection of this.usable) {
      if (leastBusy === undefined || connection.load < leastBusy.load) leastBusy = connection;
    }
    return leastBusy;
  }

  private async firstConnection(): Promise<RegulationConnection> {
    if (this.closed) throw new LetheError('unavailable');
    this.opening ??= this.openOne();
    try {
      await this.opening;
    } catch (error) {
      throw new LetheError('unavailable', { cause: error });
    }
    const connection = this.pick();
    if (connection === undefined) throw new LetheError('unavailable');
    return connection;
  }

  /**
   * Opens a connection in the background if there are fewer than `size` connections, or if a
   * connection is too old.
   */
  private keepUp(): void {
    if (this.closed || this.opening !== undefined || this.usable.size === 0) return;
    const now = this.now();
    const old = [...this.usable].find((connection) => connection.expiresAt <= now);
    if (this.usable.size >= this.options.size && old === undefined) return;
    if (now < this.nextAttemptAt) return;
    this.opening = this.openOne();
    this.opening.then(
      () => {
        if (old !== undefined) this.retire(old);
      },
      () => {
        this.nextAttemptAt = this.now() + RETRY_PAUSE_MS; // the old connection stays in use
      },
    );
  }

  private async openOne(): Promise<void> {
    try {
      const addresses = (await this.instances.find()).slice(0, MAX_ATTEMPTS);
      const errors: unknown[] = [];
      for (const address of addresses) {
        try {
          await this.openTo(address, addresses.length);
          return;
        } catch (error) {
          this.instances.avoid(address);
          errors.push(error);
        }
      }
      throw errors[0];
    } finally {
      this.opening = undefined;
    }
  }

  private async openTo(host: string, attempts: number): Promise<void> {
    const { connectTimeoutMs = CONNECT_TIMEOUT_MS, maxAgeMs = MAX_AGE_MS } = this.options;
    const { port, tls } = this.options;
    // The age is random, so that not all connections are replaced at the same time.
    const expiresAt = this.now() + maxAgeMs * (0.75 + Math.random() / 2);
    const address = { host, port, ...(tls === undefined ? {} : { tlsOptions: tls() }) };
    const connection = new RegulationConnection(address, this, expiresAt);
    await connection.open(connectTimeoutMs / attempts);
    this.usable.add(connection);
    this.instances.opened(host);
    if (this.closed) this.retire(connection);
  }

  onUnusable(connection: RegulationConnection, why?: 'goodbye'): void {
    if (why === 'goodbye') this.instances.avoid(connection.address.host);
    if (this.usable.has(connection)) this.retire(connection);
  }

  private retire(connection: RegulationConnection): void {
    if (this.usable.delete(connection)) this.instances.closed(connection.address.host);
    connection.retire();
  }
}

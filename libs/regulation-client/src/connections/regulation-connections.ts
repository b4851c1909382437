import type { ConnectionOptions } from 'node:tls';
import { LetheError } from '@lethe/contracts';
import { Instances } from './instances.js';
import { RegulationConnection } from './regulation-connection.js';

export interface ConnectionsOptions {
  /** A name may stand for several instances. */
  readonly host: string;
  readonly port: number;
  /** Mutual TLS: returns the certificates of this moment, and the name to look for in the service's. */
  readonly tls?: () => ConnectionOptions;
  /** How many connections to keep. */
  readonly size: number;
  /** Milliseconds until an attempt to connect is given up, whatever the number of instances. */
  readonly connectTimeoutMs?: number;
  /**
   * Milliseconds after which a connection is replaced. A Kubernetes Service picks an instance for
   * each connection, so new instances get their share only through new connections.
   */
  readonly maxAgeMs?: number;
  /** Milliseconds since the epoch; a test may bring its own. */
  readonly now?: () => number;
  /** Addresses of the host; a test may bring its own. */
  readonly resolve?: (host: string) => Promise<string[]>;
}

const CONNECT_TIMEOUT_MS = 1_500;
const MAX_AGE_MS = 5 * 60_000;
/** Instances that one opening tries; they share its time. */
const MAX_ATTEMPTS = 3;
/** Pause between attempts while other connections work; without any, every request tries. */
const RETRY_PAUSE_MS = 1_000;

/**
 * A few connections to the regulation service, opened when they are needed. A request goes to the
 * one with the fewest requests waiting, and is sent at most once.
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
   * Sends a request on the connection with the fewest that wait.
   *
   * @param pattern message pattern of the command
   * @param data plain data
   * @param timeoutMs how long to wait for the answer once the request was sent
   * @throws LetheError `unavailable` when there is no connection, so that nothing was sent;
   *   whatever `RegulationConnection.request` throws
   */
  async request(pattern: string, data: object, timeoutMs: number): Promise<unknown> {
    const connection = this.pick() ?? (await this.firstConnection());
    return connection.request(pattern, data, timeoutMs);
  }

  /**
   * Whether there is a connection, or one can be opened.
   *
   * @throws LetheError `unavailable` when there is none
   */
  async isUp(): Promise<boolean> {
    if (this.pick() === undefined) await this.firstConnection();
    return true;
  }

  /** Connections that take requests. */
  get size(): number {
    return this.usable.size;
  }

  /** Takes no more requests; each connection closes after its last answer. */
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

  /** Opens one more connection beside the traffic where one is missing or has become old. */
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
        this.nextAttemptAt = this.now() + RETRY_PAUSE_MS; // the old one goes on meanwhile
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
    // At times that differ, or all connections would be replaced at once, again and again.
    const expiresAt = this.now() + maxAgeMs * (0.75 + Math.random() / 2);
    const address = { host, port, ...(tls === undefined ? {} : { tlsOptions: tls() }) };
    const connection = new RegulationConnection(address, this, expiresAt);
    await connection.open(connectTimeoutMs / attempts);
    this.usable.add(connection);
    this.instances.opened(host);
    if (this.closed) this.retire(connection);
  }

  /** Called by a connection that takes no more requests. */
  onUnusable(connection: RegulationConnection, why?: 'goodbye'): void {
    if (why === 'goodbye') this.instances.avoid(connection.address.host);
    if (this.usable.has(connection)) this.retire(connection);
  }

  private retire(connection: RegulationConnection): void {
    if (this.usable.delete(connection)) this.instances.closed(connection.address.host);
    connection.retire();
  }
}

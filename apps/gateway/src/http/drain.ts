import type { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Health } from '@lethe/observability';
import type { BeforeApplicationShutdown, OnApplicationShutdown } from '@nestjs/common';
import type { GatewaySettings } from '../config/gateway.config.js';

const POLL_EVERY_MS = 20;

export interface DrainOptions {
  /** `LETHE_DRAIN_TIMEOUT` is the number of seconds for which a shutdown keeps connections open. */
  readonly config: Pick<GatewaySettings, 'LETHE_DRAIN_TIMEOUT'>;
  readonly health: Health;
  /** Runs after the last answer. */
  readonly onStopped: () => Promise<void>;
}

/**
 * Shuts a gateway down. The gateway becomes unready, keeps connections open for some time, answers
 * the requests in progress, and closes the remaining connections. Nest calls
 * `beforeApplicationShutdown`, then closes the server, which calls `waitForConnections` first. At
 * the end, Nest calls `onApplicationShutdown`.
 */
export class Drain implements BeforeApplicationShutdown, OnApplicationShutdown {
  private closing = false;

  constructor(private readonly options: DrainOptions) {}

  /** Whether answers close their connections, so that connections in use do not stay open. */
  get closesConnections(): boolean {
    return this.closing;
  }

  beforeApplicationShutdown(): void {
    this.options.health.block('draining');
  }

  /**
   * Waits until answers have closed all connections, or until `LETHE_DRAIN_TIMEOUT`. Idle
   * connections stay open for this time, because a request that is just being sent on a connection
   * fails if the connection is closed.
   */
  async waitForConnections(server: Server): Promise<void> {
    this.closing = true;
    const count = promisify(server.getConnections.bind(server));
    const deadline = performance.now() + this.options.config.LETHE_DRAIN_TIMEOUT * 1_000;
    while (server.listening && performance.now() < deadline) {
      if ((await count()) === 0) return;
      await sleep(POLL_EVERY_MS);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.options.onStopped();
  }
}

import type { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Health } from '@lethe/observability';
import type { BeforeApplicationShutdown, OnApplicationShutdown } from '@nestjs/common';
import type { GatewaySettings } from '../config/gateway.config.js';

const LOOK_EVERY_MS = 20;

export interface DrainOptions {
  /**
   * `LETHE_DRAIN_TIMEOUT`: seconds that the connections of callers are kept at the end. Its default and
   * bounds are in `gateway.config.ts`.
   */
  readonly config: Pick<GatewaySettings, 'LETHE_DRAIN_TIMEOUT'>;
  readonly health: Health;
  /** Runs when the last request has been answered. */
  readonly onStopped: () => Promise<void>;
}

/**
 * How a gateway ends: it becomes unready, keeps the connections of its callers for a while, answers
 * what is in hand, and then lets go of the rest. Nest calls the methods for a shutdown; the server
 * is closed between the two of them, and begins with `waitForConnections`.
 */
export class Drain implements BeforeApplicationShutdown, OnApplicationShutdown {
  private closing = false;

  constructor(private readonly options: DrainOptions) {}

  /** Whether answers close their connections: one in use would be kept open for the next request. */
  get closesConnections(): boolean {
    return this.closing;
  }

  beforeApplicationShutdown(): void {
    this.options.health.block('draining');
  }

  /**
   * Waits until the callers' connections are gone, each closed with an answer on it, or until
   * `LETHE_DRAIN_TIMEOUT` is over. To close an idle connection fails the request that its caller is
   * just sending on it, so those get some time to be used.
   */
  async waitForConnections(server: Server): Promise<void> {
    this.closing = true;
    const count = promisify(server.getConnections.bind(server));
    const deadline = performance.now() + this.options.config.LETHE_DRAIN_TIMEOUT * 1_000;
    while (server.listening && performance.now() < deadline) {
      if ((await count()) === 0) return;
      await sleep(LOOK_EVERY_MS);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.options.onStopped();
  }
}

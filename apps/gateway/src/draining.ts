import type { BeforeApplicationShutdown, OnApplicationShutdown } from '@nestjs/common';
import type { Health } from '@lethe/observability';

/** The order of a shutdown: unready, then (Nest closes the server between the two) the rest. */
export class Draining implements BeforeApplicationShutdown, OnApplicationShutdown {
  constructor(
    private readonly health: Health,
    private readonly onStopped: () => Promise<void>,
  ) {}

  beforeApplicationShutdown(): void {
    this.health.block('draining');
  }

  async onApplicationShutdown(): Promise<void> {
    await this.onStopped();
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { waitFor } from '@lethe/testing';
import type { System } from '../system.js';
import { describeRefusal } from './refusal.js';

/** Pause between two requests of a caller. It keeps the servers busy, but not overloaded. */
const PAUSE_MS = 100;

/**
 * Callers that create regulations all the time, also during outages. Each caller uses its own
 * gateway.
 */
export class SteadyCallers {
  /** Ids of regulations whose creation was acknowledged. */
  readonly acknowledged: string[] = [];
  /** Answers to refused requests, and errors of requests without an answer. */
  readonly refused: string[] = [];
  private stopping = false;
  private readonly calling: Promise<unknown>;

  constructor(
    private readonly system: System,
    private readonly name: string,
    count = 4,
  ) {
    this.calling = Promise.all(Array.from({ length: count }, (_, caller) => this.call(caller)));
  }

  /** Waits until this number of requests was acknowledged. */
  async acknowledge(count: number): Promise<void> {
    await waitFor(() => this.acknowledged.length >= count, {
      message: () => `${count} acknowledged creates, got ${this.acknowledged.length}`,
    });
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.calling;
  }

  private async call(caller: number): Promise<void> {
    const api = this.system.api('admin', caller % this.system.gateways.length);
    for (let n = 0; !this.stopping; n += 1) {
      const users = [{ userId: `${this.name}-${caller}-${n}` }];
      try {
        const answer = await api.request('POST', '/v2/regulations', {
          body: { regulationType: 'suppress', users },
          headers: { accept: 'application/json' },
        });
        if (answer.status === 201) {
          const [record] = JSON.parse(answer.text) as { id: string }[];
          this.acknowledged.push(record!.id);
        } else this.refused.push(describeRefusal(answer));
      } catch {
        this.refused.push('no answer');
      }
      await delay(PAUSE_MS);
    }
  }
}

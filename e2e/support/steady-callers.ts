import { setTimeout as delay } from 'node:timers/promises';
import { waitFor } from '@lethe/testing';
import type { System } from '../system.js';
import { describeRefusal } from './refusal.js';

/** A caller's pace: servers shall be busy, not flooded. */
const PAUSE_MS = 100;

/** Callers that create regulations all the time, each at a gateway of its own, whatever happens. */
export class SteadyCallers {
  /** Ids of regulations whose creation was acknowledged. */
  readonly acknowledged: string[] = [];
  /** What each refused request got instead, and each that got no answer at all. */
  readonly refused: string[] = [];
  private stopping = false;
  private readonly calling: Promise<unknown>;

  constructor(
    private readonly system: System,
    private readonly name: string,
    count = 4,
  ) {
    this.calling = Promise.all(Array.from({ length: count }, (_, lane) => this.call(lane)));
  }

  /** Waits until they have got so many acknowledgements. */
  async acknowledge(count: number): Promise<void> {
    await waitFor(() => this.acknowledged.length >= count, {
      message: () => `${count} acknowledged creates, got ${this.acknowledged.length}`,
    });
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.calling;
  }

  private async call(lane: number): Promise<void> {
    const api = this.system.api('admin', lane % this.system.gateways.length);
    for (let n = 0; !this.stopping; n += 1) {
      const users = [{ userId: `${this.name}-${lane}-${n}` }];
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

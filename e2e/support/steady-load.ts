import { setTimeout as delay } from 'node:timers/promises';
import { waitFor } from '@lethe/testing';
import type { Api, Answer } from './api.js';
import { describeRefusal } from './refusal.js';
import { IDS } from './workspaces.js';

const PAUSE_MS = 250;

/**
 * Callers of each kind of request. Each caller needs its own address, so that its connection stays
 * in use.
 */
export interface Callers {
  readonly creates: readonly Api[];
  readonly lists: readonly Api[];
  readonly runs: readonly Api[];
}

/**
 * Repeats all kinds of requests that a gateway forwards: it creates and lists regulations, and runs
 * tests.
 */
export class SteadyLoad {
  /** Ids of regulations whose creation was acknowledged. */
  readonly acknowledged: string[] = [];
  readonly failed: string[] = [];
  readonly done = { creates: 0, lists: 0, runs: 0 };
  /** Duration of the slowest answer of each kind. It is only logged: no test checks it. */
  readonly slowestMs = { creates: 0, lists: 0, runs: 0 };
  private stopping = false;
  private readonly calling: Promise<unknown>;

  /** @param pauseMs pause of each caller between an answer and its next request */
  constructor(
    { creates, lists, runs }: Callers,
    private readonly pauseMs = PAUSE_MS,
  ) {
    this.calling = Promise.all([
      ...this.loopsOf(creates, async (api, caller, n) => {
        const users = [{ userId: `rolling-${caller}-${n}` }];
        const answer = await api.request('POST', '/v2/regulations', {
          body: { regulationType: 'suppress', users },
          headers: { accept: 'application/json' },
        });
        if (this.expect(answer, 'creates', 201)) {
          this.done.creates += 1;
          this.acknowledged.push((JSON.parse(answer.text) as { id: string }[])[0]!.id);
        }
      }),
      ...this.loopsOf(lists, async (api) => {
        const answer = await api.request('GET', '/v2/regulations?limit=10');
        if (this.expect(answer, 'lists', 200)) this.done.lists += 1;
      }),
      ...this.loopsOf(runs, async (api) => {
        const answer = await api.request('POST', `/v0/testDestination/${IDS.hook}`, {
          body: { message: { type: 'track', event: 'x', userId: 'u' } },
          timeoutMs: 40_000,
        });
        const { status, text } = answer;
        if (!this.expect(answer, 'runs', 200)) return;
        if (text.includes('"endpoint"')) this.done.runs += 1;
        else this.failed.push(`${status} ${text}`);
      }),
    ]);
  }

  /** Waits until each kind of request got this number of further successful answers. */
  async goOn(count: number): Promise<void> {
    const before = { ...this.done };
    const kinds = Object.keys(before) as (keyof typeof before)[];
    await waitFor(() => kinds.every((kind) => this.done[kind] >= before[kind] + count), {
      message: () =>
        `${count} more of each, got ${JSON.stringify(this.done)} and ${this.failed.join('\n')}`,
    });
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.calling;
  }

  private expect(answer: Answer, kind: keyof typeof this.done, status: number): boolean {
    const durationMs = Math.round(answer.durationMs);
    this.slowestMs[kind] = Math.max(this.slowestMs[kind], durationMs);
    if (answer.status === status) return true;
    this.failed.push(`${describeRefusal(answer)}, after ${durationMs} ms: ${answer.text}`);
    return false;
  }

  private loopsOf(
    callers: readonly Api[],
    call: (api: Api, caller: number, n: number) => Promise<void>,
  ): Promise<void>[] {
    return callers.map((api, caller) => this.repeat((n) => call(api, caller, n)));
  }

  private async repeat(call: (n: number) => Promise<void>): Promise<void> {
    for (let n = 0; !this.stopping; n += 1) {
      await call(n).catch((error: unknown) => {
        const { cause } = error as { cause?: { code?: string } };
        this.failed.push(`no answer: ${String(error)} ${cause?.code ?? ''}`);
      });
      await delay(this.pauseMs);
    }
  }
}

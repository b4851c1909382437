import { waitFor } from '@lethe/testing';
import type { System } from '../system.js';
import { findWrongFacts, findWrongJobs } from './facts.js';
import { live } from './life.js';
import { describeRefusal, REFUSED_WELL } from './refusal.js';
import type { Route } from './routes.js';
import { findWrongStates } from './states.js';
import type { SteadyCallers } from './steady-callers.js';

/** Checks a system while one of its parts is down, and after the part is up again. */
export class Recovery {
  private readonly lives = new Set<string>();

  constructor(private readonly system: System) {}

  /** Takes users through all states in a known order. */
  async liveAll(name: string, count: number): Promise<void> {
    const names = Array.from({ length: count }, (_, n) => `${name}-life-${n}`);
    for (const userId of names) this.lives.add(userId);
    await Promise.all(names.map((userId, n) => live(this.system, userId, n)));
  }

  /** Calls every route on every gateway, with all requests at the same time. */
  async expectRefusals(routes: readonly Route[]): Promise<void> {
    const answers = await Promise.all(
      routes.flatMap(({ method, path, body, headers }) =>
        [...this.system.gateways.keys()].map(async (gateway) => {
          const answer = await this.system.api('admin', gateway).request(method, path, {
            body,
            ...(headers && { headers }),
          });
          return `${method} ${path}: ${describeRefusal(answer)}`;
        }),
      ),
    );
    expect(answers.filter((answer) => !answer.endsWith(REFUSED_WELL))).toEqual([]);
  }

  /** Waits until no gateway answers from a cached token. */
  async forgetsTokens(): Promise<void> {
    for (const gateway of this.system.gateways.keys()) {
      const me = () => this.system.api('admin', gateway).request('GET', '/v2/me');
      await waitFor(async () => (await me()).status === 503, {
        message: `gateway ${gateway} to have no cached token`,
      });
    }
  }

  /**
   * Expects gateways to stay ready, so that requests that do not need the part still reach them.
   */
  async expectReadyWithout(part: string): Promise<void> {
    await waitFor(async () => {
      const { text } = await this.system.api().request('GET', '/readyz');
      expect(JSON.parse(text)).toMatchObject({ status: 'ready', checks: { [part]: 'down' } });
      return true;
    });
  }

  /** Waits until every gateway accepts regulations again, without a restart. */
  async recovers(userId: string): Promise<void> {
    for (const gateway of this.system.gateways.keys()) {
      const request = () => this.system.api('admin', gateway).suppress(userId);
      await waitFor(request, { message: `gateway ${gateway} to recover` });
    }
  }

  async expectEverythingPublished(): Promise<void> {
    await this.system.drained();
    expect(await findWrongFacts(this.system)).toEqual([]);
    expect(await findWrongJobs(this.system)).toEqual([]);
    expect(await findWrongStates(this.system, this.lives)).toEqual([]);
  }

  async expectStored({ acknowledged }: SteadyCallers): Promise<void> {
    const rows = await this.system.query<{ id: string }>('select id from regulation.regulations');
    const stored = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  }
}

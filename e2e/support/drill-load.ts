import { Repeating } from '../monitoring/repeating.js';
import type { System } from '../system.js';
import { IDS } from './workspaces.js';

/** Users of acknowledged requests. */
export interface Acknowledged {
  readonly suppressed: string[];
  /** Users whose deletion was ordered. They are also suppressed. */
  readonly ordered: string[];
  /** Users whose earlier suppressions were canceled. */
  readonly lifted: string[];
  /** Users whose earlier deletions were canceled. */
  readonly withdrawn: string[];
}

/** Milliseconds between two requests of a kind. */
const PAUSES = { suppress: 500, bulk: 10_000, order: 2_000, lift: 6_000, withdraw: 12_000 };
const USERS_OF_BULK = 20;

/**
 * Sends all kinds of requests that a restore can lose, a few a second, also during outages. It
 * keeps the answers by the period of their request. User ids begin with the name of this period.
 */
export class DrillLoad {
  private readonly repeating = new Repeating();
  private readonly acknowledged = new Map<string, Acknowledged>();
  private readonly toLift: { userId: string; id: string }[] = [];
  private readonly toWithdraw: { userId: string; id: string }[] = [];
  private time = '';
  /** Requests that were not acknowledged, by period. */
  readonly refused = new Map<string, number>();

  constructor(private readonly system: System) {}

  /** Creates the regulations to cancel later. @param minutes for which they must suffice */
  async prepare(minutes: number): Promise<void> {
    const enough = (pauseMs: number) => Math.ceil((minutes * 60_000) / pauseMs);
    for (let n = 0; n < enough(PAUSES.lift); n += 1) {
      const userId = `to be lifted ${n}`;
      this.toLift.push({ userId, id: await this.system.api().suppress(userId) });
    }
    for (let n = 0; n < enough(PAUSES.withdraw); n += 1) {
      const userId = `to be withdrawn ${n}`;
      this.toWithdraw.push({ userId, id: await this.order(userId) });
    }
  }

  /** @param time the period of requests from now on */
  begin(time: string): void {
    const isFirst = this.time === '';
    this.time = time;
    if (isFirst) this.addCallers();
  }

  during(time: string): Acknowledged {
    const known = this.acknowledged.get(time);
    if (known !== undefined) return known;
    const none = { suppressed: [], ordered: [], lifted: [], withdrawn: [] };
    this.acknowledged.set(time, none);
    return none;
  }

  stop(): Promise<void> {
    return this.repeating.stop();
  }

  private addCallers(): void {
    const { system } = this;
    this.add(PAUSES.suppress, async (name) => {
      await system.api().suppress(name);
      return { suppressed: [name] };
    });
    this.add(PAUSES.bulk, async (name) => {
      const users = Array.from({ length: USERS_OF_BULK }, (_, n) => ({
        userId: `${name} of ${n}`,
      }));
      await system.api().create({ regulationType: 'suppress', users });
      return { suppressed: users.map(({ userId }) => userId) };
    });
    this.add(PAUSES.order, async (name) => {
      await this.order(name);
      return { ordered: [name] };
    });
    this.add(PAUSES.lift, async () => ({ lifted: await this.cancelOneOf(this.toLift) }));
    this.add(PAUSES.withdraw, async () => ({
      withdrawn: await this.cancelOneOf(this.toWithdraw),
    }));
  }

  private add(
    pauseMs: number,
    call: (userId: string) => Promise<Partial<Record<keyof Acknowledged, string[]>>>,
  ): void {
    this.repeating.add(pauseMs, async (n) => {
      const { time } = this; // it can change before the answer arrives
      try {
        const done = await call(`${time} ${pauseMs}-${n}`);
        const sums = this.during(time);
        for (const [kind, userIds] of Object.entries(done)) {
          sums[kind as keyof Acknowledged].push(...userIds);
        }
      } catch {
        this.refused.set(time, (this.refused.get(time) ?? 0) + 1);
      }
    });
  }

  private async order(userId: string): Promise<string> {
    const request = { regulationType: 'suppress_with_delete' as const, users: [{ userId }] };
    const [record] = await this.system.api().create({ ...request, destinationIds: [IDS.hook] });
    return record!.id;
  }

  /** @returns the user whose regulation was canceled; none if all are canceled */
  private async cancelOneOf(left: { userId: string; id: string }[]): Promise<string[]> {
    const next = left.shift();
    if (next === undefined) return [];
    await this.system.api().cancel(next.id);
    return [next.userId];
  }
}

import type { RateDemands } from '@lethe/catalog';
import type { CounterMetric, Metrics } from '@lethe/observability';
import { RateMeter } from './rate-meter.js';
import { shareOf } from './share-of.js';

/** What is limited. `users` and `tests` are limits of a workspace. */
const POLICIES = ['token', 'workspace', 'users', 'tests', 'data_plane'] as const;
export type Policy = (typeof POLICIES)[number];

/** What came of asking for something. */
export interface Decision {
  /** Milliseconds until it may be asked for again; 0: it was let in. */
  readonly waitMs: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

interface Asked {
  /** As the gateways name it to each other. */
  readonly key: string;
  readonly meter: RateMeter;
  /** Units a second. */
  readonly own: number;
}

const EVERY_MS = 1_000;
/** How long the others may not be heard before this gateway takes no more than an even share. */
const PATIENCE_MS = 3_000;
/** Milliseconds between two signs of life while nothing is asked of this gateway. */
const SIGN_OF_LIFE_MS = 5_000;
const FORGET_EVERY_MS = 60_000;
/** Subjects of one statement. */
const BATCH = 1_000;

export interface RateLimitsOptions {
  readonly demands: Pick<RateDemands, 'exchange' | 'forgetOld' | 'leave'>;
  readonly metrics: Metrics;
  /** Called each time that the others could not be heard, once they have not been for a while. */
  readonly onError: (error: unknown) => void;
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number;
}

/**
 * What callers may ask for in a second, at all gateways together. Decided in memory; once a second the gateways tell
 * each other what they were asked for, and each takes the share that belongs to it. While they don't hear each
 * other, each takes an even share.
 */
export class RateLimits {
  /** Of each policy those of its subjects. Apart, as a text of both would be made for each request. */
  private readonly meters = new Map<Policy, Map<string, RateMeter>>();
  private readonly decisions: CounterMetric<'policy' | 'decision'>;
  private readonly now: () => number;
  private readonly clock: NodeJS.Timeout;
  private readonly stopWatching: () => void;
  /** As far as known. */
  private gateways = 1;
  private settledAt: number;
  private heardAt: number;
  /** Whether the others have been heard since the start: until then we would take all for ourselves. */
  private hasHeard = false;
  private forgotAt: number;
  /** Since when an answer is missing. */
  private missingSince: number | undefined;
  private exchanging: Promise<void> | undefined;

  constructor(private readonly options: RateLimitsOptions) {
    const { metrics, now = () => performance.now() } = options;
    this.now = now;
    this.settledAt = this.heardAt = this.forgotAt = now();
    const declared = rateLimitMetrics(metrics, () => (this.now() - this.heardAt) / 1_000);
    this.decisions = declared.decisions;
    this.stopWatching = declared.stop;
    this.clock = setInterval(() => {
      this.tick();
    }, EVERY_MS).unref();
  }

  /** Asks for something that is refused when there is no room. @param limit units a second; 0: none */
  take(policy: Policy, subject: string, limit: number, cost = 1): Decision {
    const meter = this.meterOf(policy, subject, limit);
    const waitMs = meter.take(cost, this.now());
    this.decisions.inc({ policy, decision: waitMs === 0 ? 'admitted' : 'refused' });
    return { waitMs, remaining: meter.remaining(), resetSeconds: meter.resetSeconds() };
  }

  /** Asks for something that is never refused. @returns milliseconds to wait before it begins */
  delay(policy: Policy, subject: string, limit: number, mostMs: number): number {
    const waitMs = this.meterOf(policy, subject, limit).reserve(1, this.now(), mostMs);
    this.decisions.inc({ policy, decision: waitMs === 0 ? 'admitted' : 'delayed' });
    return waitMs;
  }

  async stop(): Promise<void> {
    clearInterval(this.clock);
    this.stopWatching();
    await this.exchanging;
    await this.options.demands.leave().catch(() => undefined); // the others notice soon
  }

  private meterOf(policy: Policy, subject: string, limit: number): RateMeter {
    let meters = this.meters.get(policy);
    if (meters === undefined) {
      meters = new Map<string, RateMeter>();
      this.meters.set(policy, meters);
    }
    const known = meters.get(subject);
    if (known !== undefined) {
      known.limit = limit;
      return known;
    }
    const meter = new RateMeter(limit, 1 / this.gateways, this.now());
    meters.set(subject, meter);
    return meter;
  }

  /** Runs each second, whether the database answers or not. */
  private tick(): void {
    const now = this.now();
    const mine = this.settle(now);
    if (this.isCutOff()) this.takeEven();
    const isQuiet = this.hasHeard && mine.length === 0 && now - this.heardAt < SIGN_OF_LIFE_MS;
    if (this.exchanging !== undefined || isQuiet) return;
    this.missingSince ??= now;
    this.exchanging = this.exchange(mine)
      .then(
        () => {
          this.missingSince = undefined;
        },
        (error: unknown) => {
          if (this.isCutOff()) this.options.onError(error);
        },
      )
      .finally(() => {
        this.exchanging = undefined;
      });
  }

  /** @returns what is asked of this gateway; what nobody asks for any more is forgotten */
  private settle(now: number): Asked[] {
    const seconds = Math.max(now - this.settledAt, 1) / 1_000;
    this.settledAt = now;
    const mine: Asked[] = [];
    for (const [policy, meters] of this.meters) {
      for (const [subject, meter] of meters) {
        const own = meter.settle(seconds, now);
        if (meter.isIdle(now)) meters.delete(subject);
        else mine.push({ key: `${policy}:${subject}`, meter, own });
      }
    }
    return mine;
  }

  private isCutOff(): boolean {
    return this.missingSince !== undefined && this.now() - this.missingSince > PATIENCE_MS;
  }

  private takeEven(): void {
    for (const meters of this.meters.values()) {
      for (const meter of meters.values()) {
        meter.share = meter.evenShare = 1 / this.gateways;
        meter.others = Infinity;
      }
    }
  }

  private async exchange(mine: readonly Asked[]): Promise<void> {
    const { demands } = this.options;
    for (let at = 0; at === 0 || at < mine.length; at += BATCH) {
      const batch = mine.slice(at, at + BATCH);
      const others = await demands.exchange(new Map(batch.map(({ key, own }) => [key, own])));
      this.gateways = others.gateways;
      for (const { key, meter, own } of batch) {
        meter.others = others.demands.get(key) ?? 0;
        meter.evenShare = 1 / this.gateways;
        const demand = { own, others: meter.others, gateways: this.gateways };
        meter.share = shareOf(meter.limit, demand);
      }
    }
    this.heardAt = this.now();
    this.hasHeard = true;
    if (this.heardAt - this.forgotAt < FORGET_EVERY_MS) return;
    this.forgotAt = this.heardAt;
    await demands.forgetOld();
  }
}

/** @param syncAge seconds since the other gateways were last heard */
export function rateLimitMetrics(metrics: Metrics, syncAge: () => number) {
  const decisions = metrics.counter(
    'rate_limit_decisions_total',
    'What came of rate limits, by policy (token, workspace, users, tests, data_plane) and decision (admitted, refused, delayed).',
    {
      labels: ['policy', 'decision'],
      known: POLICIES.flatMap((policy) => [
        { policy, decision: 'admitted' },
        { policy, decision: policy === 'data_plane' ? 'delayed' : 'refused' },
      ]),
    },
  );
  const stop = metrics.gauge(
    'rate_limit_sync_age_seconds',
    'Time since this gateway last heard what is asked of the others; up to 6 s while nothing is asked of it.',
    () => syncAge(),
  );
  return { decisions, stop };
}

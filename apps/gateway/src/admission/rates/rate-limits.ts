import type { RateDemands } from '@lethe/catalog';
import type { CounterMetric, Metrics } from '@lethe/observability';
import { RateMeter } from './rate-meter.js';
import { shareOf } from './share-of.js';

/** Policies of rate limits. `users` and `tests` apply to a workspace. */
const POLICIES = ['token', 'workspace', 'users', 'tests', 'data_plane'] as const;
export type Policy = (typeof POLICIES)[number];

/** Result of a rate limit check. */
export interface Decision {
  /** Milliseconds until the next try; 0: admitted. */
  readonly waitMs: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

interface Demand {
  /** Name of the limit in the exchange with other gateways. */
  readonly key: string;
  readonly meter: RateMeter;
  /** Units per second at this gateway. */
  readonly own: number;
}

const EXCHANGE_EVERY_MS = 1_000;
/** After this time without an answer to an exchange, the gateway takes an even share. */
const CUT_OFF_AFTER_MS = 3_000;
/** Minimum milliseconds between two exchanges while this gateway has no demand. */
const HEARTBEAT_MS = 5_000;
const PURGE_EVERY_MS = 60_000;
/** Maximum subjects per SQL statement. */
const BATCH = 1_000;

export interface RateLimitsOptions {
  readonly demands: Pick<RateDemands, 'exchange' | 'deleteExpired' | 'leave'>;
  readonly metrics: Metrics;
  /** Called for each failed exchange after exchanges have failed for 3 s. */
  readonly onError: (error: unknown) => void;
  /** Monotonic clock, in milliseconds. */
  readonly now?: () => number;
}

/**
 * Rate limits of callers, shared by all gateways. Decisions are made in memory. Once a second, the
 * gateways exchange their demand, and each gateway takes its share of the limit. A gateway whose
 * exchanges fail takes an even share.
 */
export class RateLimits {
  /**
   * Meters by policy, then by subject. A subject is the id of a token, a workspace or a data plane.
   * A single map would need a new key text for each request.
   */
  private readonly meters = new Map<Policy, Map<string, RateMeter>>();
  private readonly decisions: CounterMetric<'policy' | 'decision'>;
  private readonly now: () => number;
  private readonly clock: NodeJS.Timeout;
  private readonly stopWatching: () => void;
  /** Number of gateways at the last exchange. */
  private gateways = 1;
  private settledAt: number;
  private syncedAt: number;
  /**
   * Whether an exchange succeeded since the start. Before the first exchange, this gateway does not
   * know the other gateways, and would take the whole limit.
   */
  private hasSynced = false;
  private purgedAt: number;
  /** Start of the first exchange after the last successful one. */
  private missingSince: number | undefined;
  private exchanging: Promise<void> | undefined;

  constructor(private readonly options: RateLimitsOptions) {
    const { metrics, now = () => performance.now() } = options;
    this.now = now;
    this.settledAt = this.syncedAt = this.purgedAt = now();
    const declared = rateLimitMetrics(metrics, () => (this.now() - this.syncedAt) / 1_000);
    this.decisions = declared.decisions;
    this.stopWatching = declared.stop;
    this.clock = setInterval(() => {
      this.tick();
    }, EXCHANGE_EVERY_MS).unref();
  }

  /** Charges units or refuses them. @param limit units per second, above 0 */
  take(policy: Policy, subject: string, limit: number, cost = 1): Decision {
    const meter = this.meterOf(policy, subject, limit);
    const waitMs = meter.take(cost, this.now());
    this.decisions.inc({ policy, decision: waitMs === 0 ? 'admitted' : 'refused' });
    return { waitMs, remaining: meter.remaining(), resetSeconds: meter.resetSeconds() };
  }

  /**
   * Charges one unit and never refuses it. @returns milliseconds to wait before the request begins
   */
  delay(policy: Policy, subject: string, limit: number, mostMs: number): number {
    const waitMs = this.meterOf(policy, subject, limit).reserve(1, this.now(), mostMs);
    this.decisions.inc({ policy, decision: waitMs === 0 ? 'admitted' : 'delayed' });
    return waitMs;
  }

  async stop(): Promise<void> {
    clearInterval(this.clock);
    this.stopWatching();
    await this.exchanging;
    // If this fails, the other gateways notice the stop later.
    await this.options.demands.leave().catch(() => undefined);
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

  /** Runs every second, even if the database does not answer. */
  private tick(): void {
    const now = this.now();
    const ownDemands = this.settle(now);
    if (this.isCutOff()) this.takeEvenShares();
    const isQuiet = this.hasSynced && ownDemands.length === 0 && now - this.syncedAt < HEARTBEAT_MS;
    if (this.exchanging !== undefined || isQuiet) return;
    this.missingSince ??= now;
    this.exchanging = this.exchange(ownDemands)
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

  /** Returns the demand at this gateway, and deletes idle meters. */
  private settle(now: number): Demand[] {
    const seconds = Math.max(now - this.settledAt, 1) / 1_000;
    this.settledAt = now;
    const ownDemands: Demand[] = [];
    for (const [policy, meters] of this.meters) {
      for (const [subject, meter] of meters) {
        const own = meter.settle(seconds, now);
        if (meter.isIdle(now)) meters.delete(subject);
        else ownDemands.push({ key: `${policy}:${subject}`, meter, own });
      }
    }
    return ownDemands;
  }

  private isCutOff(): boolean {
    return this.missingSince !== undefined && this.now() - this.missingSince > CUT_OFF_AFTER_MS;
  }

  private takeEvenShares(): void {
    for (const meters of this.meters.values()) {
      for (const meter of meters.values()) {
        meter.share = meter.evenShare = 1 / this.gateways;
        meter.others = Infinity;
      }
    }
  }

  private async exchange(ownDemands: readonly Demand[]): Promise<void> {
    const { demands } = this.options;
    for (let at = 0; at === 0 || at < ownDemands.length; at += BATCH) {
      const batch = ownDemands.slice(at, at + BATCH);
      const others = await demands.exchange(new Map(batch.map(({ key, own }) => [key, own])));
      this.gateways = others.gateways;
      for (const { key, meter, own } of batch) {
        meter.others = others.demands.get(key) ?? 0;
        meter.evenShare = 1 / this.gateways;
        const demand = { own, others: meter.others, gateways: this.gateways };
        meter.share = shareOf(meter.limit, demand);
      }
    }
    this.syncedAt = this.now();
    this.hasSynced = true;
    if (this.syncedAt - this.purgedAt < PURGE_EVERY_MS) return;
    this.purgedAt = this.syncedAt;
    await demands.deleteExpired();
  }
}

/** @param syncAge seconds since the last exchange with other gateways */
export function rateLimitMetrics(metrics: Metrics, syncAge: () => number) {
  const decisions = metrics.counter(
    'rate_limit_decisions_total',
    'Decisions of the rate limits, by policy (token, workspace, users, tests, data_plane) and decision (admitted, refused, delayed).',
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
    'Time since this gateway last received the demand at the other gateways; up to 6 s while it gets no requests itself.',
    () => syncAge(),
  );
  return { decisions, stop };
}

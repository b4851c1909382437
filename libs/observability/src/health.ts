import { withDeadline } from '@lethe/resilience';

/**
 * `up`: the dependency can be used. `down`: it cannot be used, and each request that needs it is
 * refused.
 */
export type CheckResult = 'up' | 'down';

export interface Readiness {
  readonly status: 'ready' | 'not_ready';
  /** Reasons why the process is not ready; empty if it is ready. */
  readonly reasons: readonly string[];
  /** Conditions that an operator must correct although requests are served. */
  readonly warnings?: readonly string[];
  /** State of each dependency. These states do not change `status`. */
  readonly checks: Readonly<Record<string, CheckResult>>;
}

/**
 * State of a process. An outage of a dependency that all instances share (Kafka, PostgreSQL) is
 * reported, but the process stays ready. If every instance were taken out of service, a partial
 * outage would become a total outage. Only causes inside the process make it unready: a start in
 * progress, draining, or a crashed consumer.
 */
export class Health {
  private readonly checks = new Map<string, () => Promise<CheckResult>>();
  private readonly fatal = new Map<string, string>();
  private readonly blockers = new Set<string>();
  private readonly warnings = new Map<string, string>();

  /** Adds a dependency to the reported checks. */
  addCheck(name: string, isUp: () => Promise<boolean> | boolean): void {
    this.checks.set(name, sharedCheck(isUp));
  }

  /** Makes the process unready until `unblock`, for example while it drains. */
  block(reason: string): void {
    this.blockers.add(reason);
  }

  unblock(reason: string): void {
    this.blockers.delete(reason);
  }

  /**
   * Reports a condition to the operator; `undefined` removes the report. The process stays ready.
   */
  warn(part: string, warning: string | undefined): void {
    if (warning === undefined) this.warnings.delete(part);
    else this.warnings.set(part, warning);
  }

  /** Reports a failure that only a restart corrects. From now on, the liveness check fails. */
  markDead(part: string, reason: string): void {
    this.fatal.set(part, reason);
  }

  get isAlive(): boolean {
    return this.fatal.size === 0;
  }

  /** Returns whether the process accepts work. */
  get isReady(): boolean {
    return this.blockers.size + this.fatal.size === 0;
  }

  async readiness(): Promise<Readiness> {
    const checks = await Promise.all(
      [...this.checks].map(async ([name, ask]) => [name, await ask()] as const),
    );
    const reasons = [...this.blockers, ...this.fatal.values()];
    return {
      status: reasons.length === 0 ? 'ready' : 'not_ready',
      reasons,
      ...(this.warnings.size === 0 ? {} : { warnings: [...this.warnings.values()] }),
      checks: Object.fromEntries(checks),
    };
  }
}

/**
 * Shares a running check among all callers. Any client can request the health. If each request
 * started a check, many requests would overload the dependency.
 */
function sharedCheck(isUp: () => Promise<boolean> | boolean): () => Promise<CheckResult> {
  let running: Promise<CheckResult> | undefined;
  return () =>
    (running ??= runCheck(isUp).finally(() => {
      running = undefined;
    }));
}

/** Limit for one check, so that a dependency that hangs does not delay the answer. */
const CHECK_TIMEOUT_MS = 1_000;

async function runCheck(isUp: () => Promise<boolean> | boolean): Promise<CheckResult> {
  try {
    const checking = Promise.resolve().then(isUp);
    return (await withDeadline(checking, CHECK_TIMEOUT_MS, () => false)) ? 'up' : 'down';
  } catch {
    return 'down'; // the check failed
  }
}

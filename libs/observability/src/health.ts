import { withDeadline } from '@lethe/resilience';

/** `up`: usable. `down`: not, and requests that need it are refused one by one. */
export type CheckResult = 'up' | 'down';

export interface Readiness {
  readonly status: 'ready' | 'not_ready';
  /** Why not, when it is not. */
  readonly reasons: readonly string[];
  /** What an operator has to do something about, although requests are served. */
  readonly warnings?: readonly string[];
  /** State of each dependency. None of them decides `status`. */
  readonly checks: Readonly<Record<string, CheckResult>>;
}

/**
 * What a process knows of its own health. A dependency that all instances share (Kafka, Postgres)
 * is reported and does not make the process unready: taking every instance out of service would
 * turn a partial outage into a whole one. Only what is the process's own (draining, a crashed consumer)
 * makes it unready.
 */
export class Health {
  private readonly checks = new Map<string, () => Promise<CheckResult>>();
  private readonly fatal = new Map<string, string>();
  private readonly blockers = new Set<string>();
  private readonly warnings = new Map<string, string>();

  /** Adds a dependency whose state is reported. */
  addCheck(name: string, isUp: () => Promise<boolean> | boolean): void {
    this.checks.set(name, askedOnce(isUp));
  }

  /** Makes the process unready until `unblock` (for instance while it drains). */
  block(reason: string): void {
    this.blockers.add(reason);
  }

  unblock(reason: string): void {
    this.blockers.delete(reason);
  }

  /** Reports what an operator has to know; `undefined` takes it back. The process stays ready. */
  warn(part: string, warning: string | undefined): void {
    if (warning === undefined) this.warnings.delete(part);
    else this.warnings.set(part, warning);
  }

  /** Something broke that only a restart mends: liveness fails from now on. */
  markDead(part: string, reason: string): void {
    this.fatal.set(part, reason);
  }

  get isAlive(): boolean {
    return this.fatal.size === 0;
  }

  /** Whether the process takes work. */
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
 * Asks a dependency once for all callers that come while it is being asked: anybody may request the
 * health, and thousands of checks would keep the dependency from its work.
 */
function askedOnce(isUp: () => Promise<boolean> | boolean): () => Promise<CheckResult> {
  let asking: Promise<CheckResult> | undefined;
  return () =>
    (asking ??= settle(isUp).finally(() => {
      asking = undefined;
    }));
}

/** A dependency that hangs must not make the answer hang. */
const CHECK_TIMEOUT_MS = 1_000;

async function settle(isUp: () => Promise<boolean> | boolean): Promise<CheckResult> {
  try {
    const asking = Promise.resolve().then(isUp);
    return (await withDeadline(asking, CHECK_TIMEOUT_MS, () => false)) ? 'up' : 'down';
  } catch {
    return 'down'; // a check that fails is the answer, not an error
  }
}

import type { FormerCredential } from '@lethe/catalog';
import type { Logger } from '@lethe/observability';

/** Minimum milliseconds between two log lines about one credential. */
const EVERY_MS = 600_000;
/** Maximum remembered credentials. Above it, the credential that was logged first is dropped. */
const MAX_REMEMBERED = 1_000;
/** Maximum log lines in `EVERY_MS` about one owner. Five lines are enough to find the problem. */
const MAX_LINES_OF_OWNER = 5;
/** Maximum log lines in `EVERY_MS` about all owners. */
const MAX_LINES = 100;

/** Logs revoked or expired credentials that are still used, each at most once in `EVERY_MS`. */
export class FormerCredentials {
  private readonly loggedAt = new Map<string, number>();
  private lines = 0;
  private readonly linesOf = new Map<string, number>();
  private countedSince = -Infinity;

  constructor(
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  note(kind: 'token' | 'data_plane', { endedBy, id, name, owner }: FormerCredential): void {
    if (!this.isDue(id, JSON.stringify(owner))) return;
    this.logger.warn(
      { credential: { kind, id, name, endedBy, ...owner } },
      'a revoked or expired credential is still in use',
    );
  }

  private isDue(id: string, owner: string): boolean {
    const now = this.now();
    if (now - this.countedSince >= EVERY_MS) {
      [this.countedSince, this.lines] = [now, 0];
      this.linesOf.clear();
    }
    const ofOwner = this.linesOf.get(owner) ?? 0;
    if (this.lines >= MAX_LINES || ofOwner >= MAX_LINES_OF_OWNER) return false;
    const last = this.loggedAt.get(id);
    if (last !== undefined && now - last < EVERY_MS) return false;
    this.lines += 1;
    this.linesOf.set(owner, ofOwner + 1);
    this.loggedAt.delete(id);
    this.loggedAt.set(id, now);
    const [oldest] = this.loggedAt.keys();
    if (this.loggedAt.size > MAX_REMEMBERED && oldest !== undefined) this.loggedAt.delete(oldest);
    return true;
  }
}

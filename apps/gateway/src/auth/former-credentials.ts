import type { FormerCredential } from '@lethe/catalog';
import type { Logger } from '@lethe/observability';

/** Milliseconds from one line to the next about the same credential. */
const EVERY_MS = 600_000;
/** Credentials that are remembered; the one that was logged first is forgotten first. */
const MOST = 1_000;
/** Lines in `EVERY_MS` about those of one owner: whoever has many of them is told by these. */
const MOST_LINES_OF_OWNER = 5;
/** The same of all together. */
const MOST_LINES = 100;

/** Names in the log who still uses a credential that is revoked or has expired; each now and then only. */
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
      'a credential that works no more is still used',
    );
  }

  private isDue(id: string, owner: string): boolean {
    const now = this.now();
    if (now - this.countedSince >= EVERY_MS) {
      [this.countedSince, this.lines] = [now, 0];
      this.linesOf.clear();
    }
    const ofOwner = this.linesOf.get(owner) ?? 0;
    if (this.lines >= MOST_LINES || ofOwner >= MOST_LINES_OF_OWNER) return false;
    const last = this.loggedAt.get(id);
    if (last !== undefined && now - last < EVERY_MS) return false;
    this.lines += 1;
    this.linesOf.set(owner, ofOwner + 1);
    this.loggedAt.delete(id);
    this.loggedAt.set(id, now);
    const [oldest] = this.loggedAt.keys();
    if (this.loggedAt.size > MOST && oldest !== undefined) this.loggedAt.delete(oldest);
    return true;
  }
}

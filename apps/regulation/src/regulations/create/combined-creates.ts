import type { DatabaseConnection } from '@lethe/database';
import { LetheError } from '@lethe/contracts';
import type { IdentifierHashes } from '../../record/identifier-hashes.js';
import { insertAlone, insertTogether, type SingleCreate } from './single-create.js';

interface Waiting {
  readonly create: SingleCreate;
  readonly done: () => void;
  readonly fail: (error: unknown) => void;
}

/** Statements in progress beside which no further statement starts. */
const MOST_STATEMENTS = 2;
/**
 * Milliseconds after which a statement no longer delays the next one. It can wait for a lock, or
 * for a server that is gone.
 */
const SLOW_MS = 25;
/** Limits of one statement. */
const MOST_CREATES = 64;
const MOST_CHARACTERS = 512 * 1024;

/**
 * Stores single creates. Creates that arrive while statements are in progress are stored together
 * by the next statement, so that PostgreSQL writes and flushes its log once for all of them. A
 * create that arrives alone does not wait.
 *
 * Each create succeeds or fails by itself: if a common statement stored nothing, its creates are
 * repeated one by one. Workspaces take turns, so a workspace with many creates does not delay the
 * others.
 */
export class CombinedCreates {
  /** Waiting creates by workspace. A workspace that had its turn is the last. */
  private readonly waiting = new Map<string, Set<Waiting>>();
  private statements = 0;
  private isPlanned = false;

  constructor(
    private readonly database: Pick<DatabaseConnection, 'commitStatement'>,
    private readonly hashes: IdentifierHashes,
  ) {}

  /**
   * Stores a create. When the promise resolves, the commit is durable.
   *
   * @throws LetheError `unavailable` if nothing was stored; `outcome_unknown` if the connection
   *   failed while the statement ran
   */
  store(create: SingleCreate): Promise<void> {
    return new Promise((done, fail) => {
      const { workspaceId } = create.created;
      const own = this.waiting.get(workspaceId) ?? new Set();
      this.waiting.set(workspaceId, own.add({ create, done, fail }));
      this.plan();
    });
  }

  /** Starts the next statement at the end of this turn, with all creates of the turn. */
  private plan(): void {
    if (this.isPlanned || this.waiting.size === 0 || this.statements >= MOST_STATEMENTS) return;
    this.isPlanned = true;
    setImmediate(() => {
      this.isPlanned = false;
      void this.run(this.take());
      this.plan();
    });
  }

  /** Takes one create of each workspace, again and again until a limit is reached. */
  private take(): Waiting[] {
    const taken: Waiting[] = [];
    let characters = 0;
    for (const [workspaceId, own] of this.waiting) {
      const [next] = own;
      if (next === undefined) continue;
      characters += next.create.entry.text.length;
      if (taken.length > 0 && characters > MOST_CHARACTERS) break;
      taken.push(next);
      own.delete(next);
      this.waiting.delete(workspaceId);
      if (own.size > 0) this.waiting.set(workspaceId, own); // visited again by this loop
      if (taken.length === MOST_CREATES) break;
    }
    return taken;
  }

  private async run(taken: readonly Waiting[]): Promise<void> {
    let isCounted = true;
    const leave = (): void => {
      if (isCounted) this.statements -= 1;
      isCounted = false;
      this.plan();
    };
    this.statements += 1;
    const slow = setTimeout(leave, SLOW_MS);
    const isEnded = taken.length > 1 && (await this.together(taken));
    if (!isEnded) await Promise.all(taken.map((one) => this.alone(one)));
    clearTimeout(slow);
    leave();
  }

  /** @returns false if nothing was stored, and each create has to be repeated alone */
  private async together(taken: readonly Waiting[]): Promise<boolean> {
    const { commitStatement } = this.database;
    try {
      await insertTogether(
        commitStatement,
        taken.map(({ create }) => create),
        this.hashes,
      );
      for (const { done } of taken) done();
    } catch (error) {
      // During an outage, a second attempt would only wait again.
      if (!(error instanceof LetheError)) return false;
      for (const { fail } of taken) fail(error);
    }
    return true;
  }

  private async alone({ create, done, fail }: Waiting): Promise<void> {
    await insertAlone(this.database.commitStatement, create, this.hashes).then(done, fail);
  }
}

import type { DatabaseConnection } from '@lethe/database';
import { LetheError } from '@lethe/contracts';
import type { IdentifierHashes } from '../../record/identifier-hashes.js';
import { assertInTime } from '../../record/assert-in-time.js';
import { insertAlone, insertTogether, type SingleCreate } from './single-create.js';

interface Waiting {
  readonly create: SingleCreate;
  readonly deadline: number;
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
 * others. Only one statement at a time has creates of a user. Later creates of this user wait until
 * this statement ends, and use no connection meanwhile.
 */
export class CombinedCreates {
  /** Waiting creates by workspace. A workspace that had its turn is the last. */
  private readonly waiting = new Map<string, Set<Waiting>>();
  /** Creates that wait for the end of an earlier create of the same user, by workspace and key. */
  private readonly behind = new Map<string, Waiting[]>();
  private statements = 0;
  private isPlanned = false;

  constructor(
    private readonly database: Pick<DatabaseConnection, 'commitStatement'>,
    private readonly hashes: IdentifierHashes,
  ) {}

  /**
   * Stores a create. When the promise resolves, the commit is durable.
   *
   * @param deadline of the command, in milliseconds since the epoch. A create that still waits
   *   then is not stored.
   * @throws LetheError `unavailable` if nothing was stored; `outcome_unknown` if the connection
   *   failed while the statement ran
   */
  store(create: SingleCreate, deadline: number): Promise<void> {
    return new Promise((done, fail) => {
      this.enqueue({ create, deadline, done, fail });
    });
  }

  private enqueue(one: Waiting): void {
    const { workspaceId } = one.create.created;
    const own = this.waiting.get(workspaceId) ?? new Set();
    this.waiting.set(workspaceId, own.add(one));
    this.plan();
  }

  /** Starts the next statement at the end of this turn, with all creates of the turn. */
  private plan(): void {
    if (this.isPlanned || this.waiting.size === 0 || this.statements >= MOST_STATEMENTS) return;
    this.isPlanned = true;
    setImmediate(() => {
      this.isPlanned = false;
      const taken = this.take();
      if (taken.size > 0) void this.run(taken);
      this.plan();
    });
  }

  /**
   * Takes one create of each workspace, again and again until a limit is reached. Several creates
   * of one user can be in one statement, but not in two.
   *
   * @returns the creates by user
   */
  private take(): Map<string, Waiting[]> {
    const taken = new Map<string, Waiting[]>();
    let [count, characters] = [0, 0];
    for (const [workspaceId, own] of this.waiting) {
      const next = firstInTime(own);
      if (next === undefined) {
        this.waiting.delete(workspaceId);
        continue;
      }
      const user = userOf(next);
      const behind = taken.has(user) ? undefined : this.behind.get(user);
      if (behind === undefined) {
        characters += next.create.entry.text.length;
        if (count > 0 && characters > MOST_CHARACTERS) break;
        count += 1;
        const ofUser = taken.get(user) ?? [];
        taken.set(user, ofUser);
        ofUser.push(next);
      } else {
        behind.push(next);
      }
      own.delete(next);
      this.waiting.delete(workspaceId);
      if (own.size > 0) this.waiting.set(workspaceId, own); // visited again by this loop
      if (count === MOST_CREATES) break;
    }
    for (const user of taken.keys()) this.behind.set(user, []);
    return taken;
  }

  private async run(taken: ReadonlyMap<string, readonly Waiting[]>): Promise<void> {
    let isCounted = true;
    const leave = (): void => {
      if (isCounted) this.statements -= 1;
      isCounted = false;
      this.plan();
    };
    this.statements += 1;
    const slow = setTimeout(leave, SLOW_MS);
    const creates = [...taken.values()].flat();
    if (creates.length > 1 && (await this.together(creates))) {
      for (const user of taken.keys()) this.passOn(user);
    } else {
      await Promise.all(Array.from(taken, ([user, own]) => this.alone(user, own)));
    }
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

  /** Stores the first create of a user alone. The others wait behind it. */
  private async alone(user: string, [first, ...others]: readonly Waiting[]): Promise<void> {
    this.behind.get(user)?.push(...others);
    const { commitStatement } = this.database;
    if (first !== undefined) {
      await insertAlone(commitStatement, first.create, this.hashes).then(first.done, first.fail);
    }
    this.passOn(user);
  }

  /** Lets the creates that wait behind an ended create of this user take their turn. */
  private passOn(user: string): void {
    const behind = this.behind.get(user) ?? [];
    this.behind.delete(user);
    for (const one of behind) this.enqueue(one);
  }
}

/** Returns the first create before its deadline, and fails the creates before it. */
function firstInTime(own: Set<Waiting>): Waiting | undefined {
  for (const one of own) {
    try {
      assertInTime(one);
      return one;
    } catch (error) {
      own.delete(one);
      one.fail(error);
    }
  }
  return undefined;
}

function userOf({ create: { created, entry } }: Waiting): string {
  return JSON.stringify([created.workspaceId, entry.key]);
}

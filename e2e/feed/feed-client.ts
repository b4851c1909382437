import type { Ledger } from './ledger.js';
import { keysOf, parsePage, type SuppressionItem } from './suppression-page.js';

/** How a client reaches the feed. */
export interface Door {
  /**
   * @param query with its question mark
   * @returns the body of a 200
   */
  ask(query: string): Promise<string>;
}

export interface FeedClientOptions {
  readonly name: string;
  readonly door: Door;
  readonly pageSize: number;
  /** Workspaces that it may be told of. */
  readonly workspaces: readonly string[];
  /** What it is told is held against this; nothing is when absent. */
  readonly ledger?: Ledger;
}

/** When a page was asked for and when it was there, on the clock of the ledger. */
interface Answered {
  readonly from: number;
  readonly to: number;
}

/**
 * How long the feed waits for others where what they hold would fill a page. Then it leaves the last
 * item out, so that the page does not look full; the next round has it.
 */
const PATIENCE_MS = 500;

/**
 * A data plane's client: a set of keys and a token. It adds what an item adds and removes what an
 * item removes, counts nothing, keeps the token, and asks on while pages are full.
 */
export class FeedClient {
  /** `workspace:user:(source|*)` */
  keys = new Set<string>();
  /** Where it goes on; undefined: from the beginning. */
  token: string | undefined;
  /** Each token that it ever kept, while its keys reflect all that came before it. */
  readonly tokens: string[] = [];
  /** What no committed state justifies. */
  readonly problems: string[] = [];
  pages = 0;
  rounds = 0;
  /** How often all it holds was held against the ledger. */
  checks = 0;
  /** Items of the last page. */
  told: readonly SuppressionItem[] = [];
  private readonly options: FeedClientOptions;

  constructor(options: FeedClientOptions) {
    this.options = options;
  }

  get name(): string {
    return this.options.name;
  }

  get workspaces(): readonly string[] {
    return this.options.workspaces;
  }

  /** Asks on until a page is not full. */
  async catchUp(): Promise<void> {
    while (await this.poll());
  }

  /** Catches up, and again until that was held against the ledger: a short page may not have been. */
  async catchUpAndCheck(): Promise<void> {
    const before = this.checks;
    do await this.catchUp();
    while (this.checks === before);
  }

  /**
   * Asks for one page.
   *
   * @param crash when the client dies: before the page is applied, or after it and before the token
   *   is kept
   * @returns whether the page was full
   */
  async poll(crash?: 'before applying' | 'before keeping the token'): Promise<boolean> {
    const { door, pageSize } = this.options;
    const token = this.token;
    const from = performance.now();
    const text = await door.ask(queryOf(pageSize, token));
    const answered = { from, to: performance.now() };
    const page = parsePage(text, { pageSize, ...(token === undefined ? {} : { token }) });
    this.pages += 1;
    this.told = page.items;
    if (crash === 'before applying') return true;
    for (const item of page.items) this.apply(item, answered);
    const isFull = page.items.length >= pageSize;
    const leftOneOut =
      page.items.length === pageSize - 1 && answered.to - answered.from >= PATIENCE_MS;
    if (!isFull && !leftOneOut) this.checkAll(answered);
    if (crash === 'before keeping the token') return true;
    this.token = page.token;
    this.tokens.push(page.token);
    if (!isFull) this.rounds += 1;
    return isFull;
  }

  /** Loses everything. */
  forget(): void {
    this.keys = new Set();
    this.token = undefined;
    this.tokens.length = 0;
  }

  /** Begins again where another client is, with what that one has, as from its backup. */
  continueFrom(other: FeedClient): void {
    this.keys = new Set(other.keys);
    this.token = other.token;
    this.tokens.length = 0;
  }

  private apply(item: SuppressionItem, { from, to }: Answered): void {
    const { ledger, workspaces } = this.options;
    if (!workspaces.includes(item.workspaceId)) {
      this.problems.push(`${this.name}: told of the workspace ${item.workspaceId}`);
    }
    for (const key of keysOf(item)) {
      if (item.canceled) this.keys.delete(key);
      else this.keys.add(key);
      if (ledger?.isPossible(key, !item.canceled, from, to) === false) {
        this.problems.push(`${this.name}: told that ${key} is ${state(!item.canceled)}`);
      }
    }
  }

  /** A page that is not full is the end: what was committed when it was asked for is known by now. */
  private checkAll({ from, to }: Answered): void {
    const { ledger, workspaces } = this.options;
    this.checks += 1;
    if (ledger === undefined) return;
    for (const key of ledger.keys) {
      if (!workspaces.includes(key.slice(0, key.indexOf(':')))) continue;
      const covered = this.keys.has(key);
      if (ledger.isPossible(key, covered, from, to)) continue;
      this.problems.push(
        `${this.name}: at the end of a round it holds ${key} for ${state(covered)}`,
      );
    }
  }
}

/** A token as clients make it up: changes since a time. */
export function madeUpToken(since: string): string {
  const json = JSON.stringify({ SyncStartTime: since, SyncSeqId: -1 });
  return Buffer.from(json).toString('base64');
}

function queryOf(pageSize: number, token: string | undefined): string {
  return `?pageSize=${pageSize}${token === undefined ? '' : `&pageToken=${encodeURIComponent(token)}`}`;
}

function state(covered: boolean): string {
  return covered ? 'suppressed' : 'lifted';
}

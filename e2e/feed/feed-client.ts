import type { Ledger } from './ledger.js';
import { keysOf, parsePage, type SuppressionItem } from './suppression-page.js';

/** How a client reaches the feed. */
export interface FeedTransport {
  /**
   * @param query with its question mark
   * @returns the body of a 200
   */
  ask(query: string): Promise<string>;
}

export interface FeedClientOptions {
  readonly name: string;
  readonly transport: FeedTransport;
  readonly pageSize: number;
  /** Workspaces that its pages are allowed to contain. */
  readonly workspaces: readonly string[];
  /** Checks the client's keys; no check when absent. */
  readonly ledger?: Ledger;
}

/** Times of the request and the answer of a page, on the clock of the ledger. */
interface Answered {
  readonly from: number;
  readonly to: number;
}

/**
 * Milliseconds for which the feed waits for open transactions that could fill a page. Then it
 * leaves out the last item, so that the page is not full. The next round contains the item.
 */
const PATIENCE_MS = 500;

/**
 * The feed client of a data plane, with a set of keys and a token. It adds or removes the keys of
 * each item, keeps the token, and polls while pages are full. It does not count regulations.
 */
export class FeedClient {
  /** `workspace:user:(source|*)` */
  keys = new Set<string>();
  /** Token with which the client continues; undefined at the beginning. */
  token: string | undefined;
  /** All tokens that the client got since its last reset or restore. */
  readonly tokens: string[] = [];
  /** Descriptions of items and keys that no committed state justifies. */
  readonly problems: string[] = [];
  pages = 0;
  rounds = 0;
  checks = 0;
  lastItems: readonly SuppressionItem[] = [];
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

  async catchUp(): Promise<void> {
    while (await this.poll());
  }

  /**
   * Catches up, and repeats this until all keys were checked. Not every last page allows a check.
   */
  async catchUpAndCheck(): Promise<void> {
    const before = this.checks;
    do await this.catchUp();
    while (this.checks === before);
  }

  /**
   * Polls for one page.
   *
   * @param crash when the client dies: before it applies the page, or after that, before it keeps
   *   the token
   * @returns whether the page was full
   */
  async poll(crash?: 'before applying' | 'before keeping the token'): Promise<boolean> {
    const { transport, pageSize } = this.options;
    const token = this.token;
    const from = performance.now();
    const text = await transport.ask(queryOf(pageSize, token));
    const answered = { from, to: performance.now() };
    const page = parsePage(text, { pageSize, ...(token === undefined ? {} : { token }) });
    this.pages += 1;
    this.lastItems = page.items;
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

  reset(): void {
    this.keys = new Set();
    this.token = undefined;
    this.tokens.length = 0;
  }

  /**
   * Continues with the keys and the token of another client, as if it restored a backup of that
   * client.
   */
  continueFrom(other: FeedClient): void {
    this.keys = new Set(other.keys);
    this.token = other.token;
    this.tokens.length = 0;
  }

  private apply(item: SuppressionItem, { from, to }: Answered): void {
    const { ledger, workspaces } = this.options;
    if (!workspaces.includes(item.workspaceId)) {
      this.problems.push(`${this.name}: got an item of the workspace ${item.workspaceId}`);
    }
    for (const key of keysOf(item)) {
      if (item.canceled) this.keys.delete(key);
      else this.keys.add(key);
      if (ledger?.isPossible(key, !item.canceled, from, to) === false) {
        this.problems.push(`${this.name}: wrongly got ${key} as ${state(!item.canceled)}`);
      }
    }
  }

  /**
   * Checks all keys after the last page. The client now knows everything that was committed before
   * the request.
   */
  private checkAll({ from, to }: Answered): void {
    const { ledger, workspaces } = this.options;
    this.checks += 1;
    if (ledger === undefined) return;
    for (const key of ledger.keys) {
      if (!workspaces.includes(key.slice(0, key.indexOf(':')))) continue;
      const covered = this.keys.has(key);
      if (ledger.isPossible(key, covered, from, to)) continue;
      this.problems.push(
        `${this.name}: at the end of a round it wrongly has ${key} as ${state(covered)}`,
      );
    }
  }
}

/** Returns a token that clients invent to get the changes since a time. */
export function inventedToken(since: string): string {
  const json = JSON.stringify({ SyncStartTime: since, SyncSeqId: -1 });
  return Buffer.from(json).toString('base64');
}

function queryOf(pageSize: number, token: string | undefined): string {
  return `?pageSize=${pageSize}${token === undefined ? '' : `&pageToken=${encodeURIComponent(token)}`}`;
}

function state(covered: boolean): string {
  return covered ? 'suppressed' : 'lifted';
}

import type { CreateRegulationsDto } from '@lethe/api/regulations';
import { setImmediate as turn } from 'node:timers/promises';

import type { Random } from '@lethe/testing';
import type { FeedTransport } from './feed-client.js';
import type { Registry } from './writers.js';

/** Possible defects of a feed. */
export type Flaw =
  | 'lifts keys that another regulation covers'
  | 'omits tombstones'
  | 'assigns numbers before the commit'
  | 'ends before the last page'
  | 'skips a change'
  | 'returns old states'
  | 'treats an invalid token as the end'
  | 'treats an invented token as the end'
  | 'answers from a cache'
  | 'always returns the first token';

/** Number of answers for which a cache stays valid. */
const CACHED_FOR = 200;

interface Row {
  readonly userId: string;
  readonly sourceId: string;
  count: number;
  seq: number;
  changedAt: number;
}

type PublishedRow = Readonly<Row>;

/**
 * The smallest implementation that stores regulations of one workspace and serves the feed, with an
 * optional defect.
 */
export class MemoryFeed implements FeedTransport, Registry {
  readonly workspaceId = 'ws';
  readonly sourceIds = ['a', 'b'];
  readonly destinationIds = ['d'];
  private readonly rows = new Map<string, Row>();
  private readonly regulations = new Map<string, readonly string[]>();
  private readonly journal: PublishedRow[] = [];
  private earlier: readonly PublishedRow[] = [];
  private seq = 0;
  private requestCount = 0;

  constructor(
    private readonly random: Random,
    private readonly flaw?: Flaw,
  ) {}

  async create(request: CreateRegulationsDto): Promise<string[]> {
    const ids: string[] = [];
    const sources = request.sourceIds ?? ['*'];
    const early = this.flaw === 'assigns numbers before the commit' ? this.takeNumber() : undefined;
    await this.delay();
    for (const { userId } of request.users) {
      const keys = sources.map((source) => `${source}:${userId}`);
      for (const key of keys) this.count(key, 1, early);
      const id = String(this.regulations.size);
      this.regulations.set(id, keys);
      ids.push(id);
    }
    await this.delay();
    return ids;
  }

  async cancel(id: string): Promise<void> {
    await this.delay();
    const keys = this.regulations.get(id) ?? [];
    this.regulations.set(id, []);
    for (const key of keys) this.count(key, -1);
    await this.delay();
  }

  async ask(query: string): Promise<string> {
    await this.delay();
    const parameters = new URLSearchParams(query);
    const pageSize = Number(parameters.get('pageSize'));
    const after = this.position(parameters.get('pageToken'));
    const rest = this.published().filter(({ seq }) => seq > after);
    const page = rest.slice(0, this.flaw === 'ends before the last page' ? pageSize - 1 : pageSize);
    const last = page.at(-1)?.seq ?? after;
    const skipped = this.flaw === 'skips a change' && page.length > 0 ? 1 : 0;
    const token = this.flaw === 'always returns the first token' ? 't0' : `t${last + skipped}`;
    const text = JSON.stringify({ items: page.map((row) => this.toItem(row)), token });
    await this.delay();
    return text;
  }

  private position(token: string | null): number {
    if (token === null) return 0;
    if (/^t\d+$/.test(token)) return Number(token.slice(1));
    const isInvented = Buffer.from(token, 'base64').toString().startsWith('{"SyncStartTime"');
    const toEnd = isInvented
      ? 'treats an invented token as the end'
      : 'treats an invalid token as the end';
    return this.flaw === toEnd ? this.seq : 0;
  }

  private published(): readonly PublishedRow[] {
    if (this.flaw === 'returns old states') return this.journal;
    const now = [...this.rows.values()].map((row) => ({ ...row }));
    const shown = this.flaw === 'answers from a cache' ? this.earlier : now;
    if (this.requestCount % CACHED_FOR === 0) this.earlier = now;
    this.requestCount += 1;
    return shown
      .filter(({ count }) => count > 0 || this.flaw !== 'omits tombstones')
      .sort((a, b) => a.seq - b.seq);
  }

  private count(key: string, change: 1 | -1, seq = this.takeNumber()): void {
    const [sourceId = '', ...rest] = key.split(':');
    const row = this.rows.get(key) ?? {
      userId: rest.join(':'),
      sourceId,
      count: 0,
      seq: 0,
      changedAt: 0,
    };
    this.rows.set(key, row);
    const before = row.count;
    row.count += change;
    if (this.flaw === 'lifts keys that another regulation covers' && change < 0) row.count = 0;
    if (before > 0 === row.count > 0) return;
    Object.assign(row, { seq, changedAt: Date.now() });
    this.journal.push({ ...row });
  }

  private takeNumber(): number {
    return (this.seq += 1);
  }

  private toItem({ userId, sourceId, count, changedAt }: PublishedRow): object {
    return {
      workspaceId: this.workspaceId,
      userId,
      canceled: count <= 0,
      createdAt: new Date(changedAt).toISOString(),
      sourceIds: sourceId === '*' ? [] : [sourceId],
    };
  }

  private async delay(): Promise<void> {
    for (let turns = this.random.below(4); turns >= 0; turns -= 1) await turn();
  }
}

import type { CreateRegulationsDto } from '@lethe/api/regulations';
import { setImmediate as turn } from 'node:timers/promises';

import type { Random } from '@lethe/testing';
import type { Door } from './feed-client.js';
import type { Registry } from './writers.js';

/** Faults that a feed may have. */
export type Flaw =
  | 'lifts what another regulation covers'
  | 'leaves tombstones out'
  | 'numbers before the commit'
  | 'ends in the middle'
  | 'passes one change over'
  | 'tells what was'
  | 'takes garbage for the end'
  | 'takes a made-up token for the end'
  | 'answers from a cache'
  | 'gives the token back';

/** Answers that a cache is good for. */
const CACHED_FOR = 200;

interface Row {
  readonly userId: string;
  readonly sourceId: string;
  count: number;
  seq: number;
  changedAt: number;
}

type Told = Readonly<Row>;

/** The smallest thing that keeps regulations of one workspace and offers them, or nearly so. */
export class MemoryFeed implements Door, Registry {
  readonly workspaceId = 'ws';
  readonly sourceIds = ['a', 'b'];
  readonly destinationIds = ['d'];
  private readonly rows = new Map<string, Row>();
  private readonly regulations = new Map<string, readonly string[]>();
  private readonly journal: Told[] = [];
  private earlier: readonly Told[] = [];
  private seq = 0;
  private asked = 0;

  constructor(
    private readonly random: Random,
    private readonly flaw?: Flaw,
  ) {}

  async create(request: CreateRegulationsDto): Promise<string[]> {
    const ids: string[] = [];
    const sources = request.sourceIds ?? ['*'];
    const early = this.flaw === 'numbers before the commit' ? this.takeNumber() : undefined;
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
    const rest = this.told().filter(({ seq }) => seq > after);
    const page = rest.slice(0, this.flaw === 'ends in the middle' ? pageSize - 1 : pageSize);
    const last = page.at(-1)?.seq ?? after;
    const skipped = this.flaw === 'passes one change over' && page.length > 0 ? 1 : 0;
    const token = this.flaw === 'gives the token back' ? 't0' : `t${last + skipped}`;
    const text = JSON.stringify({ items: page.map((row) => this.toItem(row)), token });
    await this.delay();
    return text;
  }

  private position(token: string | null): number {
    if (token === null) return 0;
    if (/^t\d+$/.test(token)) return Number(token.slice(1));
    const isMadeUp = Buffer.from(token, 'base64').toString().startsWith('{"SyncStartTime"');
    const toEnd = isMadeUp ? 'takes a made-up token for the end' : 'takes garbage for the end';
    return this.flaw === toEnd ? this.seq : 0;
  }

  private told(): readonly Told[] {
    if (this.flaw === 'tells what was') return this.journal;
    const now = [...this.rows.values()].map((row) => ({ ...row }));
    const shown = this.flaw === 'answers from a cache' ? this.earlier : now;
    if (this.asked % CACHED_FOR === 0) this.earlier = now;
    this.asked += 1;
    return shown
      .filter(({ count }) => count > 0 || this.flaw !== 'leaves tombstones out')
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
    if (this.flaw === 'lifts what another regulation covers' && change < 0) row.count = 0;
    if (before > 0 === row.count > 0) return;
    Object.assign(row, { seq, changedAt: Date.now() });
    this.journal.push({ ...row });
  }

  private takeNumber(): number {
    return (this.seq += 1);
  }

  private toItem({ userId, sourceId, count, changedAt }: Told): object {
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

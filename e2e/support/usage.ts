import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { testLog } from '@lethe/testing';
import type { System } from '../system.js';
import type { Instance } from './instance.js';
import { memoryOf } from './memory-of.js';

/** What is in use at one moment, by what it is: bytes of `memory`, `table` and `wal`, numbers of `handles` and `sockets`. */
type Usage = ReadonlyMap<string, number>;

/** How much more of each may be in use at the end than in the middle of a long run. */
const MOST_MORE: readonly (readonly [begins: string, more: number])[] = [
  ['memory', 64 * 1024 * 1024],
  ['handles', 16],
  ['sockets', 16],
  ['wal', 64 * 1024 * 1024],
  // Vacuum comes once a minute; in so long the outbox takes in some thousand rows.
  ['table', 8 * 1024 * 1024],
];

const FEWEST_LOOKS = 9;
const MIB = 1024 * 1024;

/** Looks again and again at what processes and their database have in use, on Linux. */
export class UsageLog {
  private readonly looks: Usage[] = [];

  /** @param flatTables `schema.table` of those that do not grow with what is asked for */
  constructor(
    private readonly system: System,
    private readonly processes: readonly Instance[],
    private readonly flatTables: readonly string[],
  ) {}

  async watch(forMs: number, everyMs: number): Promise<void> {
    const until = performance.now() + forMs;
    while (performance.now() < until) {
      await delay(everyMs);
      this.looks.push(await this.look());
    }
  }

  /** @returns what was in use more in the last third than in the one before, by more than it may */
  get grown(): readonly string[] {
    if (this.looks.length < FEWEST_LOOKS) throw new Error(`There were ${this.looks.length} looks.`);
    const third = Math.floor(this.looks.length / 3);
    const most = (looks: readonly Usage[], what: string): number =>
      Math.max(...looks.map((look) => look.get(what) ?? 0));
    const names = [...(this.looks.at(-1)?.keys() ?? [])];
    return names.flatMap((what) => {
      const limit = MOST_MORE.find(([begin]) => what.startsWith(begin))?.[1];
      if (limit === undefined) return [];
      const middle = most(this.looks.slice(third, 2 * third), what);
      const last = most(this.looks.slice(2 * third), what);
      return last - middle > limit ? [`${what}: ${middle} in the middle, ${last} at the end`] : [];
    });
  }

  /** Writes the first, the middle and the last look to the log. */
  tell(): void {
    const middle = this.looks[Math.floor(this.looks.length / 2)];
    const [first, last] = [this.looks[0], this.looks.at(-1)];
    for (const what of last?.keys() ?? []) {
      const isBytes = /^(memory|wal|table|growing)/.test(what);
      const shown = [first, middle, last].map((look) => {
        const value = look?.get(what) ?? 0;
        return isBytes ? `${(value / MIB).toFixed(1)} MiB` : String(value);
      });
      testLog(`${what}: ${shown.join(', ')}`);
    }
  }

  private async look(): Promise<Usage> {
    const usage = new Map<string, number>();
    for (const { name, pid } of this.processes) {
      const handles = handlesOf(pid);
      usage.set(`memory of ${name}`, memoryOf(pid));
      usage.set(`handles of ${name}`, handles.length);
      const sockets = handles.filter((target) => target.startsWith('socket:'));
      usage.set(`sockets of ${name}`, sockets.length);
    }
    const [wal] = await this.system.query<{ bytes: number }>(
      'select sum(size)::float8 as bytes from pg_ls_waldir()',
    );
    usage.set('wal', wal?.bytes ?? 0);
    for (const { name, bytes, dead } of await this.system.query<TableRow>(TABLES)) {
      usage.set(this.flatTables.includes(name) ? `table ${name}` : `growing table ${name}`, bytes);
      usage.set(`dead rows of ${name}`, dead);
    }
    return usage;
  }
}

interface TableRow {
  readonly name: string;
  readonly bytes: number;
  readonly dead: number;
}

/** Their indexes included. */
const TABLES = `
  select schemaname || '.' || relname as name, n_dead_tup::float8 as dead,
         pg_total_relation_size(relid)::float8 as bytes
    from pg_stat_user_tables where schemaname in ('regulation', 'catalog') order by 1`;

/** What a process has open, as Linux names it. */
function handlesOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((handle) => {
    try {
      return [readlinkSync(`${folder}/${handle}`)];
    } catch {
      return []; // closed meanwhile
    }
  });
}

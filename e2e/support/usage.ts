import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { System } from '../system.js';
import { growthOf } from './growth.js';
import type { Instance } from './instance.js';
import { memoryOf } from './memory-of.js';

/**
 * The usage at one time, by name. `memory`, `table` and `wal` are in bytes; `handles`, `sockets`
 * and `dead rows` are numbers.
 */
interface UsageSample {
  readonly atMs: number;
  readonly usage: ReadonlyMap<string, number>;
}

/**
 * Allowed growth in a test of at most half an hour. In this time, caches fill, and tables grow
 * until they are first vacuumed.
 */
const MOST_MORE: readonly (readonly [begins: string, more: number])[] = [
  ['memory', 64 * 1024 * 1024],
  ['handles', 16],
  ['sockets', 16],
  ['wal', 64 * 1024 * 1024],
  ['table', 8 * 1024 * 1024],
  ['dead rows of flat', 20_000],
];

const MIB = 1024 * 1024;

/** Samples the usage of processes and their database, on Linux. */
export class UsageLog {
  private readonly samples: UsageSample[] = [];

  /**
   * @param flatTables names (`schema.table`) of tables that must not grow with the number of
   *   requests
   */
  constructor(
    private readonly system: System,
    private readonly processes: readonly Instance[],
    private readonly flatTables: readonly string[],
  ) {}

  async watch(forMs: number, everyMs: number): Promise<void> {
    const until = performance.now() + forMs;
    while (performance.now() < until) {
      await delay(everyMs);
      this.samples.push({ atMs: performance.now(), usage: await this.sample() });
    }
  }

  /**
   * @returns names whose growth is more than allowed; the growth is that of a straight line through
   *   all samples
   */
  get grown(): readonly string[] {
    return this.names.flatMap((what) => {
      const limit = MOST_MORE.find(([begin]) => what.startsWith(begin))?.[1];
      if (limit === undefined) return [];
      const growth = this.growthOf(what);
      return growth > limit ? [`${what} grew by ${Math.round(growth)}`] : [];
    });
  }

  /**
   * @returns flat tables that PostgreSQL has not vacuumed since its start, although they have twice
   *   the dead rows of its default threshold. Small tables do not reach this number, because
   *   updates remove their dead rows (HOT pruning)
   */
  async neverVacuumed(): Promise<readonly string[]> {
    const rows = await this.system.query<{ name: string }>(
      `select schemaname || '.' || relname as name from pg_stat_user_tables
        where schemaname in ('regulation', 'catalog') and last_autovacuum is null
          and n_dead_tup > 2 * (50 + 0.2 * n_live_tup)`,
    );
    return rows.map(({ name }) => name).filter((name) => this.flatTables.includes(name));
  }

  /**
   * @returns a line for each name, with its first, middle, last and largest sample and its growth
   */
  get figures(): string {
    const middle = this.samples[Math.floor(this.samples.length / 2)];
    return this.names
      .map((what) => {
        const isBytes = /^(memory|wal|table|growing)/.test(what);
        const show = (value: number): string =>
          isBytes ? `${(value / MIB).toFixed(1)} MiB` : String(Math.round(value));
        const at = [this.samples[0], middle, this.samples.at(-1)].map((sample) =>
          show(sample?.usage.get(what) ?? 0),
        );
        const most = Math.max(...this.samples.map(({ usage }) => usage.get(what) ?? 0));
        return `${what}: ${at.join(' → ')}, at most ${show(most)}, slope ${show(this.growthOf(what))}`;
      })
      .join('\n');
  }

  private get names(): readonly string[] {
    return [...(this.samples.at(-1)?.usage.keys() ?? [])];
  }

  private growthOf(what: string): number {
    return growthOf(this.samples.map(({ atMs, usage }) => ({ atMs, value: usage.get(what) ?? 0 })));
  }

  private async sample(): Promise<ReadonlyMap<string, number>> {
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
      const isFlat = this.flatTables.includes(name);
      usage.set(isFlat ? `table ${name}` : `growing table ${name}`, bytes);
      usage.set(`dead rows of ${isFlat ? 'flat' : 'growing'} ${name}`, dead);
    }
    return usage;
  }
}

interface TableRow {
  readonly name: string;
  readonly bytes: number;
  readonly dead: number;
}

/** Selects the sizes of all tables with their indexes. */
const TABLES = `
  select schemaname || '.' || relname as name, n_dead_tup::float8 as dead,
         pg_total_relation_size(relid)::float8 as bytes
    from pg_stat_user_tables where schemaname in ('regulation', 'catalog') order by 1`;

/** Returns the open files of a process, as Linux names them. */
function handlesOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((handle) => {
    try {
      return [readlinkSync(`${folder}/${handle}`)];
    } catch {
      return []; // the file was closed after it was listed
    }
  });
}

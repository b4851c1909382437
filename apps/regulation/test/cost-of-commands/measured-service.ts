import { createLogger } from '@lethe/observability';
import { listOf } from '@lethe/testing';
import { NestFactory } from '@nestjs/core';
import { PATTERN_METADATA } from '@nestjs/microservices/constants.js';
import type { DataSource, Logger } from 'typeorm';
import { CallerKeyCheck } from '../../src/rpc/caller-key-check.js';
import { RegulationModule } from '../../src/rpc/regulation.module.js';
import { DeletionService } from '../deletion-service.js';

export type Run = (command: object) => Promise<unknown>;

/** Work of PostgreSQL. The numbers are the same on every machine. */
export interface Work {
  /** Rows of tables and indexes that were read or written. */
  readonly rows: number;
  readonly statements: number;
}

const ROWS = `
  select (select sum(seq_tup_read + coalesce(idx_tup_fetch, 0) + n_tup_ins + n_tup_upd + n_tup_del)
            from pg_stat_user_tables where schemaname = 'regulation')
       + (select sum(idx_tup_read) from pg_stat_user_indexes where schemaname = 'regulation') as rows`;

export class MeasuredService {
  private statements = 0;
  private dataSource: DataSource | undefined;
  private tables = '';
  private stop: () => Promise<void> = () => Promise.resolve();
  private handlers: ReadonlyMap<string, Run> = new Map();

  /** @param deletions prepares the stored data; its statements are not counted */
  private constructor(readonly deletions: DeletionService) {}

  static async start(): Promise<MeasuredService> {
    const measured = new MeasuredService(await DeletionService.start());
    await measured.open();
    return measured;
  }

  get patterns(): string[] {
    return [...this.handlers.keys()].sort();
  }

  run(pattern: string, command: object): Promise<unknown> {
    const handler = this.handlers.get(pattern);
    if (handler === undefined) throw new Error(`The service has no command ${pattern}.`);
    return handler(command);
  }

  async workOf(pattern: string, command: object): Promise<Work> {
    await this.deletions.database.query(`analyze ${this.tables}`);
    const rows = await this.rows();
    this.statements = 0;
    await this.run(pattern, command);
    const { statements } = this;
    return { rows: (await this.rows()) - rows, statements };
  }

  async clear(): Promise<void> {
    await this.deletions.database.query(`truncate ${this.tables}`);
    const { catalog } = this.deletions.service;
    catalog.dataPlanes = [];
  }

  close(): Promise<void> {
    return this.stop();
  }

  private async open(): Promise<void> {
    // With these settings, PostgreSQL plans as it would for large tables with old statistics.
    await this.deletions.database.query(`do $$ begin
      execute format('alter database %I set enable_seqscan = off', current_database());
      execute format('alter database %I set enable_hashjoin = off', current_database());
      execute format('alter database %I set enable_mergejoin = off', current_database());
    end $$`);
    const { service } = await this.deletions.another((dataSource) => {
      this.dataSource = dataSource;
      dataSource.setOptions({ logging: ['query'], logger: this.counting() });
    });
    const admission = new CallerKeyCheck(undefined, createLogger('test', 'silent'));
    const module = RegulationModule.with(
      service.commands,
      admission,
      createLogger('test', 'silent'),
    );
    const app = await NestFactory.createApplicationContext(module, { logger: false });
    this.handlers = new Map(
      (module.controllers ?? []).flatMap((controller) => handlersOf(app.get<object>(controller))),
    );
    this.tables = (await this.emptyTables()).join(', ');
    this.stop = async () => {
      await app.close();
      await service.close();
      await this.deletions.close();
    };
  }

  /** Returns the tables without rows. The rows of the other tables belong to the schema. */
  private async emptyTables(): Promise<string[]> {
    const { database } = this.deletions;
    const tables = await database.query<{ name: string }>(
      `select format('regulation.%I', tablename) as name from pg_tables where schemaname = 'regulation'`,
    );
    const empty: string[] = [];
    for (const { name } of tables) {
      const rows = await database.query(`select from ${name} limit 1`);
      if (rows.length === 0) empty.push(name);
    }
    return empty;
  }

  private counting(): Logger {
    const nothing = () => undefined;
    return {
      logQuery: () => {
        this.statements += 1;
      },
      ...{ logQueryError: nothing, logQuerySlow: nothing, logSchemaBuild: nothing },
      ...{ logMigration: nothing, log: nothing },
    };
  }

  /**
   * Returns how many rows were read or written so far. Forces each connection to report its counts,
   * because by default it reports them only about once a second.
   */
  private async rows(): Promise<number> {
    const { master: pool } = this.dataSource!.driver as unknown as { readonly master: Pool };
    const clients = await Promise.all(listOf(pool.totalCount, () => pool.connect()));
    for (const client of clients) {
      await client.query('select pg_stat_force_next_flush()');
      client.release();
    }
    const [row] = await this.deletions.database.query<{ rows: string }>(ROWS);
    return Number(row?.rows);
  }
}

interface Pool {
  readonly totalCount: number;
  connect(): Promise<{ query(sql: string): Promise<unknown>; release(): void }>;
}

function handlersOf(controller: object): [string, Run][] {
  const prototype = Object.getPrototypeOf(controller) as Record<string, Run>;
  return Object.getOwnPropertyNames(prototype).flatMap((name): [string, Run][] => {
    const method = prototype[name]!;
    const patterns = Reflect.getMetadata(PATTERN_METADATA, method) as string[] | undefined;
    return (patterns ?? []).map((pattern) => [
      pattern,
      (command) => method.call(controller, command),
    ]);
  });
}

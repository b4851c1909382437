import type { ImportDto } from '@lethe/api/imports';
import type { ClaimedJob } from '@lethe/api/deletions';
import { randomUUID } from 'node:crypto';
import type { CreateRegulationsDto } from '@lethe/api/regulations';
import type { UserIdentifiers } from '@lethe/contracts';
import { listOf } from '@lethe/testing';
import type { DeletionService } from '../deletion-service.js';
import { contextOf, type TestService } from '../test-service.js';

export const HOOK = 'dst_0';
/** Destination for self-hosted workers. Each of its jobs has up to 1,000 users. */
export const OWN = 'own';

export const users = (size: number): UserIdentifiers[] =>
  listOf(size, (n) => ({ userId: `user-${n}`, email: 'all@example.com' }));
export const ofOne = (size: number): UserIdentifiers[] =>
  listOf(size, (n) => ({ userId: 'one', n }));

export class World {
  constructor(
    readonly deletions: DeletionService,
    readonly size: number,
  ) {
    const { catalog } = this.service;
    for (const id of listOf(size, (n) => `dst_${n}`)) catalog.addWebhook(id);
    catalog.add(OWN, 'CUSTOM', 'cloud');
  }

  get service(): TestService {
    return this.deletions.service;
  }

  get context() {
    return contextOf();
  }

  /** @returns ids of the regulations, in the sequence of the users */
  async create(request: CreateRegulationsDto): Promise<string[]> {
    const { context } = this;
    const made = await this.service.commands.createRegulations({
      context,
      ...request,
      wantRecords: true,
    });
    return made.records!.map(({ id }) => id);
  }

  order(destinationIds: readonly string[], of: readonly UserIdentifiers[]): Promise<string[]> {
    return this.create({ regulationType: 'suppress_with_delete', destinationIds, users: of });
  }

  suppress(of: readonly UserIdentifiers[], sourceIds?: readonly string[]): Promise<string[]> {
    return this.create({
      ...{ regulationType: 'suppress', users: of },
      ...(sourceIds === undefined ? {} : { sourceIds }),
    });
  }

  /** Creates one regulation for `size` destinations, and returns its id. */
  async atManyDestinations(): Promise<string> {
    const [id = ''] = await this.order(
      listOf(this.size, (n) => `dst_${n}`),
      [{ userId: 'one' }],
    );
    return id;
  }

  /** Creates `size` jobs at one destination, with one user each. */
  async manyJobs(): Promise<void> {
    await this.order([HOOK], users(this.size));
    await this.query(
      `with made as (
         insert into regulation.deletion_jobs overriding system value
         select ${copyOf('deletion_jobs', 'j', `'id', 1000000 + n`)}
           from (select * from regulation.deletion_jobs order by id limit 1) j, generate_series(1, $1::int) n
       ), numbered as (select regulation_id, row_number() over () as n from regulation.deletion_job_users)
       update regulation.deletion_job_users u set job_id = 1000000 + n
         from numbered where u.regulation_id = numbered.regulation_id`,
      [this.size],
    );
    await this.query('delete from regulation.deletion_jobs where id < 1000000');
  }

  /** Completes all jobs, at destinations that can be asked again. */
  async complete(): Promise<void> {
    for (const { id } of this.service.catalog.destinations.values()) {
      this.service.catalog.add(id, 'REDIS', 'cloud', { address: 'redis.example.com:6379' });
    }
    await this.query(
      `update regulation.deletion_jobs set state = 'complete', finished_at = now(), destination_type = 'REDIS'`,
    );
  }

  async abort(): Promise<void> {
    await this.query(
      `update regulation.deletion_jobs set state = 'aborted', reason = 'so it ended', finished_at = now()`,
    );
  }

  async claimed(): Promise<readonly (ClaimedJob & { readonly claimId: string })[]> {
    const claimId = randomUUID();
    const { claimed } = await this.deletions.claim({ claimId, destinations: 200 });
    return claimed.flatMap(({ jobs }) => jobs.map((job) => ({ ...job, claimId })));
  }

  async import(file: string, isLast = true): Promise<ImportDto> {
    const { context } = this;
    const { id } = await this.service.commands.createImport({
      context,
      ...{ format: 'csv', regulationType: 'suppress' },
    });
    const piece = Buffer.from(file).toString('base64');
    return this.service.commands.appendToImport({ context, id, offset: 0, isLast, piece });
  }

  /**
   * Adds `size` copies of a row.
   *
   * @param changes arguments of `jsonb_build_object` with the changed columns; `n` is the number of
   *   the copy
   */
  async copies(table: string, changes: string): Promise<void> {
    await this.query(
      `insert into regulation.${table} overriding system value
       select ${copyOf(table, 'one', changes)}
         from (select * from regulation.${table} limit 1) one, generate_series(1, $1::int) n`,
      [this.size],
    );
  }

  query<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.deletions.database.query<Row>(sql, parameters);
  }
}

function copyOf(table: string, alias: string, changes: string): string {
  return `(jsonb_populate_record(null::regulation.${table}, to_jsonb(${alias}) || jsonb_build_object(${changes}))).*`;
}

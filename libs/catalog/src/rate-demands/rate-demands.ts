import { randomUUID } from 'node:crypto';
import type { DatabaseConnection } from '@lethe/database';
import { lookUps, type LookUps } from '../ask-database.js';

/**
 * Each gateway has one row with this subject, so the number of these rows is the number of
 * gateways. The subjects of all other rows are limits, and no limit has an empty subject.
 */
const GATEWAY = '';
/**
 * Lifetime of the row with the subject `GATEWAY`. A gateway renews this row each second while it
 * has demands, and otherwise every 5 to 6 s.
 */
const GATEWAY_SECONDS = 15;
/** Lifetime of a demand. A gateway publishes its demands each second. */
const DEMAND_SECONDS = 3;

/**
 * Each gateway writes only its own rows, so two statements never wait for each other.
 *
 * If the clock of PostgreSQL is set back, rows that were written before have a time in the future.
 * The SQL ignores a row whose time is later than now plus the lifetime of the row. Running gateways
 * soon write their rows again, with the new time.
 */
const EXCHANGE = `
  with published as (
    insert into catalog.rate_demands as known (subject, gateway, demand, seen_at)
    select mine.subject, $1, mine.demand, now()
    from unnest($2::text[], $3::real[]) as mine (subject, demand)
    on conflict (subject, gateway) do update
      set demand = excluded.demand, seen_at = excluded.seen_at
  )
  select subject, sum(demand)::float8 as demand from catalog.rate_demands,
    lateral (select case when subject = '${GATEWAY}' then interval '${GATEWAY_SECONDS} s'
                         else interval '${DEMAND_SECONDS} s' end as kept) of_its_kind
  where subject = any($2) and gateway <> $1 and seen_at between now() - kept and now() + kept
  group by subject`;

/**
 * Deletes rows of stopped gateways, rows of limits that are no longer used, and rows that were
 * written before the clock was set back.
 */
const DELETE_OLD = `
  delete from catalog.rate_demands where ctid = any(array(
    select ctid from catalog.rate_demands
    where seen_at not between now() - interval '1 minute' and now() + interval '1 minute'
    limit 10000 for update skip locked))`;

/** Subject of a limit → units per second that a gateway wants to use. */
export type Demands = ReadonlyMap<string, number>;

/** Sums of the demands of all other gateways, and the number of gateways. */
export interface OtherDemands {
  readonly demands: Demands;
  /** Includes this gateway. */
  readonly gateways: number;
}

export class RateDemands {
  private readonly gateway = randomUUID();

  private readonly database: LookUps;

  constructor(database: DatabaseConnection) {
    this.database = lookUps(database);
  }

  /**
   * Publishes the demands of this gateway and reads the demands of the other gateways, in one
   * statement.
   *
   * @throws LetheError `unavailable` if the database is unreachable
   */
  async exchange(mine: Demands): Promise<OtherDemands> {
    const subjects = [GATEWAY, ...mine.keys()];
    const demands = [1, ...mine.values()];
    const rows = await this.database.query<{ subject: string; demand: number }>(EXCHANGE, [
      this.gateway,
      subjects,
      demands,
    ]);
    const others = new Map(rows.map(({ subject, demand }) => [subject, demand]));
    const gateways = 1 + (others.get(GATEWAY) ?? 0);
    others.delete(GATEWAY);
    return { demands: others, gateways };
  }

  /** Deletes outdated rows. */
  async deleteExpired(): Promise<void> {
    await this.database.query(DELETE_OLD);
  }

  /** Deletes the rows of this gateway, so that the other gateways get its share of the limits. */
  async leave(): Promise<void> {
    await this.database.query('delete from catalog.rate_demands where gateway = $1', [
      this.gateway,
    ]);
  }
}

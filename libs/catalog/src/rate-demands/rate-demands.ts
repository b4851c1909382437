import { randomUUID } from 'node:crypto';
import type { DatabaseConnection } from '@lethe/database';
import { lookUps, type LookUps } from '../ask-database.js';

/** Subject of the row by which gateways count each other. No limit has an empty subject. */
const GATEWAY = '';
/** A gateway says at least every five seconds that it is there. */
const GATEWAY_SECONDS = 15;
/** What is asked of a gateway is told each second. */
const DEMAND_SECONDS = 3;

/**
 * Rows of one gateway are written by nobody else, so two statements never wait for each other. What was told in the future
 * was told before the clock of PostgreSQL was set back: whoever is alive has told it anew.
 */
const EXCHANGE = `
  with told as (
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

/** What was told by gateways that are gone, and of subjects of which nothing is asked any more; or before the clock was set back. */
const FORGET = `
  delete from catalog.rate_demands where ctid = any(array(
    select ctid from catalog.rate_demands
    where seen_at not between now() - interval '1 minute' and now() + interval '1 minute'
    limit 10000 for update skip locked))`;

/** Subject of a limit → units a second. */
export type Demands = ReadonlyMap<string, number>;

/** What the other gateways were asked for, and how many gateways there are. */
export interface OtherDemands {
  readonly demands: Demands;
  /** This one included. */
  readonly gateways: number;
}

/** How gateways tell each other what is asked of them, over the database. */
export class RateDemands {
  private readonly gateway = randomUUID();

  private readonly database: LookUps;

  constructor(database: DatabaseConnection) {
    this.database = lookUps(database);
  }

  /**
   * Tells the others, and hears from them: one statement.
   *
   * @throws LetheError `unavailable` while the database is away
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

  /** Deletes rows that mean nothing any more. */
  async forgetOld(): Promise<void> {
    await this.database.query(FORGET);
  }

  /** Lets the others have what this gateway had. */
  async leave(): Promise<void> {
    await this.database.query('delete from catalog.rate_demands where gateway = $1', [
      this.gateway,
    ]);
  }
}

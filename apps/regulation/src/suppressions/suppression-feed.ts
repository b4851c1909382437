import { setTimeout as delay } from 'node:timers/promises';
import type { SuppressionChange, SuppressionPage, SuppressionPageCommand } from '@lethe/contracts';
import type { RunQuery } from '@lethe/outbox';
import { assertInTime } from '../regulations/deadline.js';
import { SCHEMA, THIS_DATABASE } from '../database/schema-name.js';
import { floorSql, OLDEST_RUNNING, type ChangesFloor } from './changes-floor.js';
import { decodeFeedToken, encodeFeedToken, generationKey, type FeedToken } from './feed-token.js';
import { FloorsOfWorkspaces } from './floors-of-workspaces.js';
import { numberChanges } from './number-changes.js';
import { ALL_SOURCES } from './suppression.js';

/** A made-up token starts earlier than it says: the clocks of its maker and ours differ. */
const CLOCK_MARGIN = '1 minute';

/** Milliseconds for a page that is too small for all the changes that others hold. */
const PATIENCE_MS = 500;
const RETRY_MS = 10;

/**
 * The changes of who is suppressed, in the order in which they became true, page by page: what data
 * planes poll. An item is the present state of one (workspace, user, source): overlaps were counted
 * when the state was written, so a key is told as lifted only when no regulation covers it any more.
 *
 * An item that changes again moves to the end. So whoever reads to the end, from wherever, knows the
 * present state of every key that changed since.
 */
export class SuppressionFeed {
  private readonly floors = new FloorsOfWorkspaces();

  constructor(private readonly query: RunQuery) {}

  /** @throws LetheError `unavailable` */
  async page(command: SuppressionPageCommand): Promise<SuppressionPage> {
    assertInTime(command);
    const { token, workspaceIds } = command;
    const asked = token === undefined ? undefined : decodeFeedToken(token, workspaceIds);
    const start = await this.start(workspaceIds, asked);
    const rows = start.hasUnnumbered
      ? await this.numberAndRead(start, command)
      : await this.read(start, command, false);
    return { items: rows.map(toItem), token: tokenBehind(rows, start, asked, workspaceIds) };
  }

  /**
   * Numbers come before the page is read, so what was committed until now has one; but for what
   * another transaction changes again at this moment. Whoever made the first change has its
   * acknowledgement and the next poll may be minutes away, so the page has such changes too, as they
   * were committed and after all others. The token's position is before them: they come again.
   *
   * They never make a page full, as the client would ask for it again at once.
   */
  private async numberAndRead(start: Start, command: SuppressionPageCommand): Promise<ChangeRow[]> {
    const { limit, workspaceIds } = command;
    const giveUpAt = performance.now() + PATIENCE_MS;
    for (;;) {
      await numberChanges(this.query, limit, workspaceIds, start);
      const rows = await this.read(start, command, true);
      const isTooSmall = rows.length === limit && rows.at(-1)?.change_seq === null;
      if (!isTooSmall) return rows;
      if (performance.now() > giveUpAt) return rows.slice(0, -1);
      await delay(RETRY_MS);
    }
  }

  private read(
    { position, database, transaction }: Start,
    { workspaceIds, limit }: SuppressionPageCommand,
    withUnnumbered: boolean,
  ): Promise<ChangeRow[]> {
    const sql = pageSql(workspaceIds.length, withUnnumbered);
    const floor = withUnnumbered ? [database, transaction] : [];
    return this.query<ChangeRow>(sql, [position, limit, ...workspaceIds, ...floor]);
  }

  private async start(
    workspaceIds: readonly string[],
    asked: FeedToken | undefined,
  ): Promise<Start> {
    const kept = this.floors.of(workspaceIds);
    const floor = kept.get();
    const [start] = await this.query<Start>(START, [
      workspaceIds,
      asked?.kind === 'position' ? String(asked.position) : null,
      asked?.kind === 'position' ? asked.generation : null,
      asked?.kind === 'since' ? asked.time.toISOString() : null,
      floor.database,
      floor.transaction,
    ]);
    if (start === undefined) throw new Error('The database has no generation.');
    kept.raise(start);
    return start;
  }
}

/** A token that is another one than the one that was asked for, whenever there is an item. */
function tokenBehind(
  rows: readonly ChangeRow[],
  start: Start,
  asked: FeedToken | undefined,
  workspaceIds: readonly string[],
): string {
  const last = rows.findLast(({ change_seq: number }) => number !== null)?.change_seq;
  const position = BigInt(last ?? start.position);
  const unnumbered = rows.filter(({ change_seq: number }) => number === null).length;
  const before = asked?.kind === 'position' && asked.position === position ? asked.ahead : 0;
  return encodeFeedToken(start.generation, workspaceIds, position, before + unnumbered);
}

/** As a floor: that of the workspaces. */
interface Start extends ChangesFloor {
  readonly generation: string;
  /** Number of the change after which the page begins. */
  readonly position: string;
  /** Whether committed changes of the workspaces have no number yet. */
  readonly hasUnnumbered: boolean;
}

const GENERATION_DIGITS = generationKey('00000000-0000-0000-0000-000000000000').length;

/**
 * A position of another generation, or one that this database has not reached, means that the
 * database was restored: from the beginning.
 *
 * Parameters: workspaces, position, its generation, time of a made-up token, floor of the workspaces.
 */
const START = `
  select id as generation, case
    when $2::bigint is not null then case
      when left(replace(id::text, '-', ''), ${GENERATION_DIGITS}) = $3::text
       and $2::bigint <= (select last_value from ${SCHEMA}.suppression_changes)
      then $2::bigint else 0 end
    else coalesce((
      select position from ${SCHEMA}.change_marks
       where at <= $4::timestamptz - interval '${CLOCK_MARGIN}' order by at desc limit 1
    ), 0) end as position, waiting.oldest is not null as "hasUnnumbered",
    ${THIS_DATABASE} as database, least(${OLDEST_RUNNING}, waiting.oldest)::text as transaction
  from ${SCHEMA}.generation left join (
    select first.changed_in as oldest
      from unnest($1::text[]) as workspace (id)
      cross join lateral (
        select changed_in from ${SCHEMA}.suppressions
         where change_seq is null and workspace_id = workspace.id
           and changed_in >= ${floorSql('$5', '$6')}
         order by changed_in limit 1
      ) as first
     order by oldest limit 1
  ) as waiting on true`;

interface ChangeRow {
  readonly workspace_id: string;
  readonly user_id: string;
  readonly source_id: string;
  readonly canceled: boolean;
  readonly changed_ms: number;
  /** Null while another transaction holds the row. */
  readonly change_seq: string | null;
}

function toItem(row: ChangeRow): SuppressionChange {
  return {
    workspaceId: row.workspace_id,
    userId: row.user_id,
    canceled: row.canceled,
    createdAt: new Date(row.changed_ms).toISOString(),
    sourceIds: row.source_id === ALL_SOURCES ? [] : [row.source_id],
  };
}

/**
 * A branch for each workspace: each walks its part of an index in order, and merging them reads no
 * more rows than the page has, wherever it is. One snapshot for all of it: a change is there with a
 * number or without one.
 *
 * Parameters: position, limit, workspaces; their floor, with what has no number.
 */
function pageSql(workspaces: number, withUnnumbered: boolean): string {
  const places = Array.from({ length: workspaces }, (_, index) => `$${index + 3}::text`);
  const branches = places.map(
    (place) =>
      `(${CHANGES} where workspace_id = ${place} and change_seq > $1::bigint
         order by change_seq limit $2::int)`,
  );
  if (withUnnumbered) {
    const floor = floorSql(`$${workspaces + 3}`, `$${workspaces + 4}`);
    branches.push(
      `(${CHANGES} where workspace_id in (${places.join(', ')}) and change_seq is null
         and changed_in >= ${floor} limit $2::int)`,
    );
  }
  return `
    select workspace_id, user_id, source_id, change_seq, active_count = 0 as canceled,
           floor(extract(epoch from changed_at) * 1000)::float8 as changed_ms
      from (${branches.join(' union all ') || NO_CHANGES}) as change
     order by change_seq limit $2::int`;
}

const CHANGES = `
  select workspace_id, user_id, source_id, change_seq, active_count, changed_at
    from ${SCHEMA}.suppressions`;
/** A namespace may have no workspace yet. */
const NO_CHANGES = `${CHANGES} where $1::bigint is null`;

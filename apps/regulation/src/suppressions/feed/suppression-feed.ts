import type {
  SuppressionPageCommand,
  SuppressionChangeDto,
  SuppressionPageDto,
} from '@lethe/api/suppressions';
import { setTimeout as delay } from 'node:timers/promises';

import type { RunQuery } from '@lethe/database';
import { SCHEMA, DATABASE_IDENTITY } from '../../database/schema-name.js';
import { floorSql, OLDEST_RUNNING, type TransactionFloor } from '../transaction-floor.js';
import {
  decodeFeedCursor,
  encodeFeedCursor,
  generationKey,
  type FeedCursor,
} from './feed-cursor.js';
import { FloorsByWorkspaces } from './floors-by-workspaces.js';
import { numberChanges } from '../number-changes.js';
import { ALL_SOURCES } from '../all-sources.js';

/**
 * A token that a client made up starts this much earlier than it says: its clock and the database's
 * differ.
 */
const CLOCK_MARGIN = '1 minute';

/**
 * Milliseconds to wait, when a page is too small for all the changes, for rows that other
 * transactions hold.
 */
const PATIENCE_MS = 500;
const RETRY_MS = 10;

/**
 * The changes of who is suppressed, in the order in which they became true, page by page: what data
 * planes poll. An item is the present state of one (workspace, user, source): overlaps were counted
 * when the state was written, so a key is lifted only when no regulation covers it any more.
 *
 * An item that changes again moves to the end. So a client that reads to the end, from any
 * position, knows the present state of every key that changed since.
 */
export class SuppressionFeed {
  private readonly floors = new FloorsByWorkspaces();

  constructor(private readonly query: RunQuery) {}

  /** @throws LetheError `unavailable` */
  async page(command: SuppressionPageCommand): Promise<SuppressionPageDto> {
    const { token, context } = command;
    const { workspaceIds } = context;
    const asked = token === undefined ? undefined : decodeFeedCursor(token, workspaceIds);
    const start = await this.start(workspaceIds, asked);
    const rows = start.hasUnnumbered
      ? await this.numberAndRead(start, command)
      : await this.read(start, command, false);
    return { items: rows.map(toItem), token: tokenBehind(rows, start, asked, workspaceIds) };
  }

  /**
   * Numbers are given before the page is read, so all committed changes have one, except rows that
   * another transaction is changing again at this moment. The first change of such a row has been
   * acknowledged and the next poll may be minutes away, so the page has it too, as it was committed
   * and after all others. The token's position is before these changes: they come again.
   *
   * They never make a page full, as the client would ask for it again at once.
   */
  private async numberAndRead(start: Start, command: SuppressionPageCommand): Promise<ChangeRow[]> {
    const { limit, context } = command;
    const giveUpAt = performance.now() + PATIENCE_MS;
    for (;;) {
      await numberChanges(this.query, limit, context.workspaceIds, start);
      const rows = await this.read(start, command, true);
      const isTooSmall = rows.length === limit && rows.at(-1)?.change_seq === null;
      if (!isTooSmall) return rows;
      if (performance.now() > giveUpAt) return rows.slice(0, -1);
      await delay(RETRY_MS);
    }
  }

  private read(
    { position, database, transaction }: Start,
    { context: { workspaceIds }, limit }: SuppressionPageCommand,
    withUnnumbered: boolean,
  ): Promise<ChangeRow[]> {
    const sql = pageSql(workspaceIds.length, withUnnumbered);
    const floor = withUnnumbered ? [database, transaction] : [];
    return this.query<ChangeRow>(sql, [position, limit, ...workspaceIds, ...floor]);
  }

  private async start(
    workspaceIds: readonly string[],
    asked: FeedCursor | undefined,
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

/** The token behind a page; differs from the requested one whenever the page has an item. */
function tokenBehind(
  rows: readonly ChangeRow[],
  start: Start,
  asked: FeedCursor | undefined,
  workspaceIds: readonly string[],
): string {
  const last = rows.findLast(({ change_seq: number }) => number !== null)?.change_seq;
  const position = BigInt(last ?? start.position);
  const unnumbered = rows.filter(({ change_seq: number }) => number === null).length;
  const before = asked?.kind === 'position' && asked.position === position ? asked.ahead : 0;
  return encodeFeedCursor(start.generation, workspaceIds, position, before + unnumbered);
}

/** Where a page begins; the inherited floor is that of the workspaces. */
interface Start extends TransactionFloor {
  readonly generation: string;
  /** Number of the change after which the page begins. */
  readonly position: string;
  /** Whether committed changes of the workspaces have no number yet. */
  readonly hasUnnumbered: boolean;
}

const GENERATION_DIGITS = generationKey('00000000-0000-0000-0000-000000000000').length;

/**
 * A position of another generation, or one that this database has not reached, means that the
 * database was restored: the client starts from the beginning.
 *
 * Parameters: workspaces, position, its generation, time of a token that the client made up, floor
 * of the workspaces.
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
    ${DATABASE_IDENTITY} as database, least(${OLDEST_RUNNING}, waiting.oldest)::text as transaction
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

function toItem(row: ChangeRow): SuppressionChangeDto {
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
 * more rows than the page has, wherever the page is. All branches share one snapshot: a change is
 * there either with a number or without one.
 *
 * Parameters: position, limit, workspaces; and, with changes that have no number, their floor.
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

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
 * A token that a client built from a time starts this much earlier, because the clocks of the
 * client and the database can differ.
 */
const CLOCK_MARGIN = '1 minute';

/** Maximum milliseconds to wait for locked rows, if a page is too small for all changes. */
const MAX_WAIT_MS = 500;
const RETRY_MS = 10;

/**
 * The feed of suppression changes, which data planes poll page by page. Changes are sorted in the
 * sequence in which they became true. An item is the present state of one key (workspace, user,
 * source). If several regulations cover a key, the key stays suppressed until no regulation covers
 * it any more.
 *
 * An item that changes again moves to the end. So a client that reads from any position to the end
 * knows the present state of every key that changed after this position.
 */
export class SuppressionFeed {
  private readonly floors = new FloorsByWorkspaces();

  constructor(private readonly query: RunQuery) {}

  /** @throws LetheError `unavailable` */
  async page(command: SuppressionPageCommand): Promise<SuppressionPageDto> {
    const { token, context } = command;
    const { workspaceIds } = context;
    const cursor = token === undefined ? undefined : decodeFeedCursor(token, workspaceIds);
    const start = await this.start(workspaceIds, cursor);
    const rows = start.hasUnnumbered
      ? await this.numberAndRead(start, command)
      : await this.read(start, command, false);
    return { items: rows.map(toItem), token: tokenAfter(rows, start, cursor, workspaceIds) };
  }

  /**
   * Numbers changes before it reads the page. So all committed changes have a number, except rows
   * that another transaction is changing again. The first change of such a row was already
   * acknowledged, and the next poll can be minutes later. So the page contains the committed state
   * of these rows, after all changes with numbers. The position of the token is before these rows,
   * so they are sent again.
   *
   * A page that ends with a row without a number is never returned full, because the client would
   * request the next page at once.
   */
  private async numberAndRead(start: Start, command: SuppressionPageCommand): Promise<ChangeRow[]> {
    const { limit, context } = command;
    const giveUpAt = performance.now() + MAX_WAIT_MS;
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
    cursor: FeedCursor | undefined,
  ): Promise<Start> {
    const kept = this.floors.of(workspaceIds);
    const floor = kept.get();
    const [start] = await this.query<Start>(START, [
      workspaceIds,
      cursor?.kind === 'position' ? String(cursor.position) : null,
      cursor?.kind === 'position' ? cursor.generation : null,
      cursor?.kind === 'since' ? cursor.time.toISOString() : null,
      floor.database,
      floor.transaction,
    ]);
    if (start === undefined) throw new Error('The table "generation" has no row.');
    kept.raise(start);
    return start;
  }
}

/**
 * Returns the token for the position after a page. If the page has an item, the token differs from
 * the token of the request.
 */
function tokenAfter(
  rows: readonly ChangeRow[],
  start: Start,
  cursor: FeedCursor | undefined,
  workspaceIds: readonly string[],
): string {
  const last = rows.findLast(({ change_seq: number }) => number !== null)?.change_seq;
  const position = BigInt(last ?? start.position);
  const unnumbered = rows.filter(({ change_seq: number }) => number === null).length;
  const before = cursor?.kind === 'position' && cursor.position === position ? cursor.ahead : 0;
  return encodeFeedCursor(start.generation, workspaceIds, position, before + unnumbered);
}

/** The start of a page, and the transaction floor of its workspaces. */
interface Start extends TransactionFloor {
  readonly generation: string;
  /** Number of the change after which the page begins. */
  readonly position: string;
  /** Whether committed changes of the workspaces have no number yet. */
  readonly hasUnnumbered: boolean;
}

const GENERATION_DIGITS = generationKey('00000000-0000-0000-0000-000000000000').length;

/**
 * SQL: reads the start of a page. If the position belongs to another generation, or this database
 * has not reached it, the database was restored. In this case, the client starts at the first
 * change.
 *
 * Parameters: $1 workspaces, $2 position, $3 generation of the position, $4 time of a token that
 * the client built, $5 and $6 floor of the workspaces.
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
  /** Null if the row has no number yet, because another transaction has locked the row. */
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
 * Returns the statement that reads a page. It has one branch per workspace. Each branch reads its
 * part of an index in sequence. At any position, merging the branches reads no more rows than the
 * page has. All branches share one snapshot, so each change appears once, with or without a number.
 *
 * Parameters: position, limit, and workspaces. If the page contains changes without a number, the
 * floor of these changes follows.
 */
function pageSql(workspaces: number, withUnnumbered: boolean): string {
  const params = Array.from({ length: workspaces }, (_, index) => `$${index + 3}::text`);
  const branches = params.map(
    (param) =>
      `(${CHANGES} where workspace_id = ${param} and change_seq > $1::bigint
         order by change_seq limit $2::int)`,
  );
  if (withUnnumbered) {
    const floor = floorSql(`$${workspaces + 3}`, `$${workspaces + 4}`);
    branches.push(
      `(${CHANGES} where workspace_id in (${params.join(', ')}) and change_seq is null
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
/** SQL: reads no rows. It is needed because a namespace can have no workspace yet. */
const NO_CHANGES = `${CHANGES} where $1::bigint is null`;

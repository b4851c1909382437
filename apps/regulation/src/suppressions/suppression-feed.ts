import type { SuppressionChange, SuppressionPage, SuppressionPageCommand } from '@lethe/contracts';
import type { RunQuery } from '@lethe/outbox';
import { assertInTime } from '../regulations/deadline.js';
import { SCHEMA } from '../database/schema-name.js';
import { decodeFeedToken, encodeFeedToken, generationKey } from './feed-token.js';
import { numberChanges } from './number-changes.js';
import { ALL_SOURCES } from './suppression.js';

/** A made-up token starts earlier than it says: the clocks of its maker and ours differ. */
const CLOCK_MARGIN = '1 minute';

/**
 * The changes of who is suppressed, in the order in which they became true, page by page: what data
 * planes poll. An item is the present state of one (workspace, user, source): overlaps were counted
 * when the state was written, so a key is told as lifted only when no regulation covers it any more.
 *
 * An item that changes again moves to the end. So whoever reads to the end, from wherever, knows the
 * present state of every key that changed since.
 */
export class SuppressionFeed {
  constructor(private readonly query: RunQuery) {}

  /** @throws LetheError `unavailable` */
  async page(command: SuppressionPageCommand): Promise<SuppressionPage> {
    assertInTime(command);
    const { workspaceIds, limit } = command;
    const read = () => this.read(command);
    let page = await read();
    if (page.items.length < limit && page.hasUnnumbered) {
      await numberChanges(this.query, limit, workspaceIds);
      page = await read();
    }
    const { items, generation, position } = page;
    return { items, token: encodeFeedToken(generation, workspaceIds, position) };
  }

  private async read({ workspaceIds, token, limit }: SuppressionPageCommand): Promise<ReadPage> {
    const start = token === undefined ? undefined : decodeFeedToken(token, workspaceIds);
    const rows = await this.query<FeedRow>(pageSql(workspaceIds.length), [
      start?.kind === 'position' ? String(start.position) : null,
      start?.kind === 'position' ? start.generation : null,
      start?.kind === 'since' ? start.time.toISOString() : null,
      limit,
      ...workspaceIds,
    ]);
    const [first] = rows;
    if (first === undefined) throw new Error('The database has no generation.');
    const items = rows.filter(isChange);
    return {
      items: items.map(toItem),
      generation: first.generation,
      position: BigInt(items.at(-1)?.change_seq ?? first.start),
      hasUnnumbered: first.has_unnumbered,
    };
  }
}

interface ReadPage {
  readonly items: SuppressionChange[];
  readonly generation: string;
  /** Of the last item; where the page started when there is none. */
  readonly position: bigint;
  readonly hasUnnumbered: boolean;
}

interface ChangeRow {
  readonly workspace_id: string;
  readonly user_id: string;
  readonly source_id: string;
  readonly canceled: boolean;
  readonly changed_ms: number;
  readonly change_seq: string;
}

/** A page has one row without a change when nothing changed. */
type FeedRow = (ChangeRow | Record<keyof ChangeRow, null>) & {
  readonly generation: string;
  readonly start: string;
  readonly has_unnumbered: boolean;
};

function isChange(row: FeedRow): row is FeedRow & ChangeRow {
  return row.change_seq !== null;
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
 * One snapshot tells it all: where to start, the changes after it, and whether there are committed
 * changes without a number, which then belong on this page too.
 *
 * A branch for each workspace: each walks its part of an index in order, and merging them reads no
 * more rows than the page has, wherever it is. A position of another generation, or one that this
 * database has not reached, means that the database was restored: from the beginning.
 *
 * Parameters: position, its generation, time of a made-up token, limit, workspaces.
 */
function pageSql(workspaces: number): string {
  const ids = Array.from({ length: workspaces }, (_, index) => `$${index + 5}::text`);
  const branches = ids.map(
    (id) =>
      `(select * from ${SCHEMA}.suppressions where workspace_id = ${id}
           and change_seq > (select position from start) order by change_seq limit $4::int)`,
  );
  return `
    with start as materialized (
      select id as generation, case
        when $1::bigint is not null then case
          when left(replace(id::text, '-', ''), ${GENERATION_DIGITS}) = $2::text
           and $1::bigint <= (select last_value from ${SCHEMA}.suppression_changes)
          then $1::bigint else 0 end
        else coalesce((
          select position from ${SCHEMA}.change_marks
           where at <= $3::timestamptz - interval '${CLOCK_MARGIN}' order by at desc limit 1
        ), 0) end as position
      from ${SCHEMA}.generation
    )
    select start.generation, start.position as start,
           exists (select from ${SCHEMA}.suppressions
                    where change_seq is null and workspace_id = any(array[${ids.join(', ')}]::text[])) as has_unnumbered,
           change.workspace_id, change.user_id, change.source_id, change.change_seq,
           change.active_count = 0 as canceled,
           floor(extract(epoch from change.changed_at) * 1000)::float8 as changed_ms
      from start left join (
        select * from (${branches.join(' union all ') || NOTHING}) as every
         order by change_seq limit $4::int
      ) as change on true
     order by change.change_seq`;
}

/** A namespace may have no workspace yet. */
const NOTHING = `select * from ${SCHEMA}.suppressions where false`;

const GENERATION_DIGITS = generationKey('00000000-0000-0000-0000-000000000000').length;

import {
  type EventPage,
  type EventPageCommand,
  EVENT_BOUNDS,
  type WorkspaceEvent,
} from '@lethe/api/events';
import { endWhenFull, pageOf, PLANNED_EACH_TIME, type RunQuery } from '@lethe/database';
import { DATABASE_IDENTITY, SCHEMA } from '../database/schema-name.js';
import { coalesceEvents } from './coalesce-events.js';
import { decodePosition, encodePosition, type EventPosition } from './event-position.js';

interface Row {
  readonly database: string;
  readonly now: string;
  readonly seen: string;
  /** This member and all following members are null if there is no event. */
  readonly id: string | null;
  readonly at: Date;
  readonly workspace_id: string;
  readonly type: WorkspaceEvent['type'];
  readonly data: string;
  readonly found: number;
}

/**
 * Reads the events since a position. These are the events of transactions that are committed now,
 * and were not committed at the position. The read needs no lock, no sequence number and no write.
 * Without events, it costs one index lookup.
 *
 * @throws LetheError `unavailable`
 */
export async function readEvents(query: RunQuery, command: EventPageCommand): Promise<EventPage> {
  const { workspaceIds } = command.context;
  const after = command.after === undefined ? undefined : decodePosition(command.after);
  const until = command.until === undefined ? undefined : decodePosition(command.until);
  const rows = await query<Row>(READ, [
    after?.seen ?? null,
    after?.within?.until ?? until?.seen ?? null,
    after?.within?.after ?? '0',
    workspaceIds,
  ]);
  const [first] = rows;
  if (first === undefined) throw new Error('The query for events returned no row.');
  const here = { database: first.database, at: Number(first.now), seen: first.seen };
  const isGone = (position: EventPosition | undefined) =>
    position?.database !== here.database || here.at - position.at > KEPT_MS;
  if (command.after === undefined || isGone(after) || (until !== undefined && isGone(until))) {
    const isReset = command.after !== undefined;
    return { events: [], next: encodePosition(here), more: false, isReset };
  }
  return toPage(rows, here, after, until);
}

const KEPT_MS = EVENT_BOUNDS.minutes * 60_000;

function toPage(
  rows: readonly Row[],
  here: EventPosition,
  after: EventPosition | undefined,
  until: EventPosition | undefined,
): EventPage {
  const eventRows = rows.filter((row) => row.id !== null);
  const { page, goesOnAfter } = pageOf(eventRows, EVENT_BOUNDS.rows);
  const events = coalesceEvents(
    page.map(({ workspace_id: workspaceId, type, at, data }) => ({
      workspaceId,
      event: { type, at: at.toISOString(), ...(JSON.parse(data) as object) } as WorkspaceEvent,
    })),
  );
  const end = after?.within?.until ?? until?.seen ?? here.seen;
  // The position has the time of the snapshot `end`, even if `end` is an older snapshot.
  const at = after?.within === undefined ? (until?.at ?? here.at) : after.at;
  const last = goesOnAfter?.id ?? undefined;
  const next: EventPosition =
    last !== undefined && after !== undefined
      ? { ...after, within: { until: end, after: last } }
      : { ...here, at, seen: end };
  const isAtEnd = last === undefined && (after?.within === undefined || end === until?.seen);
  return { events, next: encodePosition(next), more: !isAtEnd, isReset: false };
}

/**
 * Parameters: $1 snapshot that the reader has seen; $2 snapshot to read, or null for the current
 * one; $3 id of the last event of the previous page; $4 workspaces.
 */
const SEEN = `$1::text::pg_snapshot`;
const TO_SEE = `coalesce($2::text::pg_snapshot, pg_current_snapshot())`;

/**
 * One statement reads the events and returns its own snapshot. An event from before a restore can
 * have any transaction id, but the statement never returns it as a new event.
 */
const READ = `${PLANNED_EACH_TIME}
  select left(md5(${DATABASE_IDENTITY}), 8) as database, pg_current_snapshot()::text as seen,
         floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now, page.*
    from (values (1)) as one (row)
    left join (${endWhenFull(
      `select id, at, workspace_id, type, data from ${SCHEMA}.events
        where tx >= pg_snapshot_xmin(${SEEN}) and tx < pg_snapshot_xmax(${TO_SEE})
          and not pg_visible_in_snapshot(tx, ${SEEN}) and pg_visible_in_snapshot(tx, ${TO_SEE})
          and workspace_id = any($4::text[]) and id > $3::bigint
        order by id limit ${EVENT_BOUNDS.rows + 1}`,
      { bytes: 'octet_length(data)', order: 'id' },
    )}) page on true
   order by page.id`;

import { EVENT_TYPES, TOPICS, topicName, type SuppressionState } from '@lethe/contracts';
import { toCloudEventHeaders, type OutgoingRecord } from '@lethe/messaging';
import { assertHere } from '../../database/this-database.js';
import type { RelayCursor, RelaySource } from '../session/relay-source.js';
import type { RunQuery } from '@lethe/database';
import { EVENT_SOURCE } from '../event-source.js';
import { movePosition } from '../position/relay-position.js';
import { republishAll, EpochEndedError } from '../position/republish-all.js';
import { KnownEndOffsets } from '../position/known-end-offsets.js';
import { ChangeNumbering } from '../../suppressions/change-numbering.js';
import {
  CHANGED_STATES,
  CHANGED_STATES_AND_AHEAD,
  MAX_ROWS,
  type StateRow,
} from './changed-states.js';
import { ALL_SOURCES } from '../../suppressions/all-sources.js';

/** Maximum size of a state in bytes of JSON, which is half of the default limit of a broker. */
const MAX_STATE_BYTES = 512 * 1024;

/**
 * A state that is too large for a record. It is logged, so it contains no identifier of the user.
 */
export interface OversizedState {
  readonly workspaceId: string;
  /** `change_seq` of one of the user's suppressions. */
  readonly change: string;
  readonly activeSources: number;
}

/**
 * Publishes the present state of every user that changed, in the sequence of the changes.
 *
 * Each state is read at the time of the take, and not of the change. So several changes of a user
 * become one record, and a later record never has an older state. The position moves only after the
 * broker has the records, so a crash repeats records and never skips them.
 *
 * A state that is too large for the broker is published as "suppressed everywhere". This suppresses
 * too much rather than too little, and no other user has to wait. A header marks such a record,
 * unless the user is suppressed everywhere anyway. By this header, a restore distinguishes "too
 * many sources" from "everywhere".
 */
export class SuppressionSource implements RelaySource {
  readonly name = 'suppressions';
  private readonly topic: string;

  constructor(
    private readonly query: RunQuery,
    topicPrefix: string,
    private readonly onOversized: (state: OversizedState) => void = () => undefined,
  ) {
    this.topic = topicName(topicPrefix, TOPICS.suppressions);
  }

  open(database: string): RelayCursor {
    let ends: KnownEndOffsets | undefined;
    const numbering = new ChangeNumbering(this.query);
    /**
     * Last taken change and its epoch, even if the change is not published yet. Undefined before
     * the first take, which uses the stored position.
     */
    let taken: { readonly to: string; readonly epoch: string } | undefined;
    /** Workspace → number of its last early change, which comes after `taken`. */
    const ahead = new Map<string, string>();
    let wasFull = true;
    const changedStates = async (limit: number): Promise<StateRow[]> => {
      const parameters = [taken?.to ?? null, limit, taken?.epoch ?? null, database];
      if (!wasFull) {
        const rows = await this.query<StateRow>(CHANGED_STATES, parameters);
        if (rows[0]?.is_full !== true) return rows;
      }
      const passed = [[...ahead.keys()], [...ahead.values()]];
      const rows = await this.query<StateRow>(CHANGED_STATES_AND_AHEAD, [...parameters, ...passed]);
      wasFull = rows[0]?.is_full === true;
      return rows;
    };
    return {
      take: async (limit) => {
        await numbering.number(limit);
        const rows = completeStates(await changedStates(limit));
        numbering.noteChanged(rows.map(({ workspace_id: id }) => id));
        const [first] = rows;
        if (first === undefined) return undefined;
        assertHere(first);
        const { epoch, round_end: position } = first;
        if (epoch !== (taken?.epoch ?? epoch)) throw new EpochEndedError();
        taken = { to: position, epoch };
        const known = (ends ??= new KnownEndOffsets(first.known_ends?.map(Number)));
        noteAhead(ahead, rows, position);
        return {
          records: rows.map((row) => this.toRecord(row)),
          isFull: first.is_full,
          published: async (written) => {
            if (!known.note(written.get(this.topic))) await republishAll(this.query, { epoch });
            const move = { database, epoch, position, ends: known.byPartition };
            if (!(await movePosition(this.query, move))) throw new EpochEndedError();
          },
        };
      },
    };
  }

  private toRecord(row: StateRow): OutgoingRecord {
    const tombstone = row.active.length === 0 && row.sources < MAX_ROWS;
    const value = tombstone ? null : fittingValue(row);
    if (value === undefined) this.noticeOversized(row);
    const event = {
      id: row.state_id,
      type: EVENT_TYPES.suppressionChanged,
      source: EVENT_SOURCE,
      time: row.changed_at.toISOString(),
      ...(value === undefined && !row.is_everywhere && { oversized: true as const }),
    };
    return {
      topic: this.topic,
      key: `${row.workspace_id}:${row.user_id}`,
      value: value === undefined ? toValue({ ...row, active: [ALL_SOURCES] }) : value,
      headers: toCloudEventHeaders(event, { tombstone }),
    };
  }

  private noticeOversized({ workspace_id, last_seq, active }: StateRow): void {
    this.onOversized({ workspaceId: workspace_id, change: last_seq, activeSources: active.length });
  }
}

/** @returns undefined for a state that is too large for a record */
function fittingValue(row: StateRow): string | undefined {
  if (row.sources >= MAX_ROWS) return undefined;
  const value = toValue(row);
  return Buffer.byteLength(value) <= MAX_STATE_BYTES ? value : undefined;
}

function toValue(row: StateRow): string {
  const state: SuppressionState = {
    workspaceId: row.workspace_id,
    userId: row.user_id,
    suppressed: {
      allSources: row.active.includes(ALL_SOURCES),
      sourceIds: row.active.filter((sourceId) => sourceId !== ALL_SOURCES),
    },
    changedAt: row.changed_at.toISOString(),
  };
  return JSON.stringify(state);
}

/** Leaves out the last early state if its rows were cut off. A later round takes that state. */
function completeStates(rows: readonly StateRow[]): readonly StateRow[] {
  const ahead = rows.filter(isAhead);
  const count = ahead.reduce((sum, { sources }) => sum + sources, 0);
  return count >= MAX_ROWS && ahead.length > 1 ? rows.slice(0, -1) : rows;
}

function isAhead({ last_seq: change, round_end: end }: StateRow): boolean {
  return BigInt(change) > BigInt(end);
}

function noteAhead(ahead: Map<string, string>, rows: readonly StateRow[], position: string): void {
  for (const [workspaceId, to] of ahead) {
    if (BigInt(to) <= BigInt(position)) ahead.delete(workspaceId);
  }
  for (const row of rows) {
    if (isAhead(row)) ahead.set(row.workspace_id, row.last_seq);
  }
}

import { isUtf8 } from 'node:buffer';
import type { PartitionRecord } from '@lethe/messaging';
import type { SuppressionIndex } from '@lethe/suppression-index';
import { cutElements } from '../json/json-spans.js';
import type { Span } from '../json/member-finder.js';
import { skipBlanks, skipValue } from '@lethe/contracts/bounds';
import { EventDocument, type FoundMembers } from './event-document.js';
import { nameIn, usersIn, type EventContext } from './compared-ids.js';
import type { EventPlace } from './event-place.js';
import type { DeadLetterReason } from './dead-letter-reasons.js';
import type { DroppedEvent, RecordVerdict } from './record-verdict.js';

export type Suppressions = Pick<SuppressionIndex, 'isSuppressed'>;

export interface RecordFilterOptions {
  readonly user: readonly EventPlace[];
  readonly workspace: readonly EventPlace[];
  readonly source: readonly EventPlace[];
  readonly suppressions: Suppressions;
}

const FORWARD: RecordVerdict = { kind: 'forward', events: 1, withoutUser: 0, dropped: [] };
const FORWARD_ANONYMOUS: RecordVerdict = { ...FORWARD, withoutUser: 1 };
/** A text that is never the id of a source, so that only suppressions at all sources apply. */
const NO_SOURCE = '';
const NO_MEMBERS: FoundMembers = [];

/** Decides for each record whether it is forwarded, is dropped, or becomes a dead letter. */
export class RecordFilter {
  private readonly document: EventDocument;
  private readonly suppressions: Suppressions;
  private readonly userOf: ReturnType<typeof usersIn>;
  private readonly workspaceOf: ReturnType<typeof nameIn>;
  private readonly sourceOf: ReturnType<typeof nameIn>;

  constructor({ user, workspace, source, suppressions }: RecordFilterOptions) {
    this.document = new EventDocument([...user, ...workspace, ...source]);
    this.suppressions = suppressions;
    this.userOf = usersIn(this.document, user);
    this.workspaceOf = nameIn(this.document, workspace);
    this.sourceOf = nameIn(this.document, source);
  }

  /** @throws the error of the index while the index is not ready */
  decide({ value, headers }: Pick<PartitionRecord, 'value' | 'headers'>): RecordVerdict {
    if (value === null) return deadLetter('no_value');
    if (!isUtf8(value)) return deadLetter('not_utf8');
    const start = skipBlanks(value, 0);
    const root = this.document.membersAt(value, start);
    if (root === undefined || skipBlanks(value, root.end) !== value.length) {
      return deadLetter(isJson(value, start) ? 'not_an_object' : 'not_json');
    }
    const record: EventContext = { bytes: value, headers, members: [root.members] };
    const batch = this.document.batchOf(value, root.members);
    return batch === undefined || batch.length === 0
      ? this.decideEvent(record)
      : this.decideBatch(record, root.members, batch);
  }

  private decideEvent(event: EventContext): RecordVerdict {
    const dropped = this.check(event);
    if (dropped === 'no_workspace') return deadLetter(dropped);
    if (dropped === 'no_user') return FORWARD_ANONYMOUS;
    return dropped === undefined ? FORWARD : { kind: 'drop', dropped: [dropped] };
  }

  private decideBatch(
    record: EventContext,
    root: FoundMembers,
    batch: readonly Span[],
  ): RecordVerdict {
    const { bytes, headers } = record;
    const kept: Span[] = [];
    const dropped: DroppedEvent[] = [];
    let withoutUser = 0;
    for (const event of batch) {
      const eventMembers = this.document.membersAt(bytes, event.start)?.members ?? NO_MEMBERS;
      const checked = this.check({ bytes, headers, members: [eventMembers, root] });
      if (checked === 'no_workspace') return deadLetter(checked);
      if (checked === 'no_user') withoutUser += 1;
      if (checked === undefined || checked === 'no_user') kept.push(event);
      else dropped.push(checked);
    }
    if (kept.length === 0) return { kind: 'drop', dropped };
    const events = kept.length;
    if (dropped.length === 0) return { kind: 'forward', events, withoutUser, dropped };
    return {
      kind: 'forward',
      events,
      withoutUser,
      dropped,
      value: cutElements(bytes, batch, kept),
    };
  }

  /** Returns undefined for an event of a user who is not suppressed. */
  private check(event: EventContext): DroppedEvent | 'no_workspace' | 'no_user' | undefined {
    const workspaceId = this.workspaceOf(event);
    if (workspaceId === undefined) return 'no_workspace';
    const queries: { sourceId?: string | undefined }[] = [];
    const suppressed = this.userOf(event, (userId) => {
      if (queries.length === 0) queries.push({ sourceId: this.sourceOf(event) });
      return this.suppressions.isSuppressed(workspaceId, userId, queries[0]?.sourceId ?? NO_SOURCE);
    });
    const [first] = queries;
    if (first === undefined) return 'no_user';
    return suppressed === undefined ? undefined : { workspaceId, sourceId: first.sourceId };
  }
}

function isJson(bytes: Buffer, start: number): boolean {
  const end = skipValue(bytes, start);
  return end >= 0 && skipBlanks(bytes, end) === bytes.length;
}

function deadLetter(reason: DeadLetterReason): RecordVerdict {
  return { kind: 'dead-letter', reason };
}

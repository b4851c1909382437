import { isUtf8 } from 'node:buffer';
import type { PartitionRecord } from '@lethe/messaging';
import type { SuppressionIndex } from '@lethe/suppression-index';
import { cutElements } from '../json/json-spans.js';
import type { Span } from '../json/member-finder.js';
import { skipBlanks, skipValue } from '@lethe/contracts/bounds';
import { EventDocument } from './event-document.js';
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

/** Decides for each record whether it is forwarded, is dropped, or becomes a dead letter. */
export class RecordFilter {
  private readonly document: EventDocument;
  private readonly suppressions: Suppressions;
  private readonly usersOf: ReturnType<typeof usersIn>;
  private readonly workspaceOf: ReturnType<typeof nameIn>;
  private readonly sourceOf: ReturnType<typeof nameIn>;

  constructor({ user, workspace, source, suppressions }: RecordFilterOptions) {
    this.document = new EventDocument([...user, ...workspace, ...source]);
    this.suppressions = suppressions;
    this.usersOf = usersIn(this.document, user);
    this.workspaceOf = nameIn(this.document, workspace);
    this.sourceOf = nameIn(this.document, source);
  }

  /** @throws the error of the index while the index is not ready */
  decide(record: Pick<PartitionRecord, 'value' | 'lastHeader'>): RecordVerdict {
    const { value } = record;
    if (value === null) return deadLetter('no_value');
    if (!isUtf8(value)) return deadLetter('not_utf8');
    const start = skipBlanks(value, 0);
    const end = this.document.find(value, start);
    if (end < 0 || skipBlanks(value, end) !== value.length) {
      return deadLetter(isJson(value, start) ? 'not_an_object' : 'not_json');
    }
    const batch = this.document.batchOf(value);
    return batch === undefined || batch.length === 0
      ? this.decideEvent(value, record)
      : this.decideBatch(value, record, batch);
  }

  private decideEvent(bytes: Buffer, record: EventContext['record']): RecordVerdict {
    const members = this.document;
    const dropped = this.check({ bytes, record, members, outerMembers: undefined });
    if (dropped === 'no_workspace') return deadLetter(dropped);
    if (dropped === 'no_user') return FORWARD_ANONYMOUS;
    return dropped === undefined ? FORWARD : { kind: 'drop', dropped: [dropped] };
  }

  private decideBatch(
    bytes: Buffer,
    record: EventContext['record'],
    batch: readonly Span[],
  ): RecordVerdict {
    const outerMembers = this.document.copy();
    const kept: Span[] = [];
    const dropped: DroppedEvent[] = [];
    let withoutUser = 0;
    for (const event of batch) {
      this.document.find(bytes, event.start); // finds nothing if the event is not an object
      const checked = this.check({ bytes, record, members: this.document, outerMembers });
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
    const users = this.usersOf(event);
    if (users.length === 0) return 'no_user';
    const sourceId = this.sourceOf(event);
    for (const userId of users) {
      if (this.suppressions.isSuppressed(workspaceId, userId, sourceId ?? NO_SOURCE)) {
        return { workspaceId, sourceId };
      }
    }
    return undefined;
  }
}

function isJson(bytes: Buffer, start: number): boolean {
  const end = skipValue(bytes, start);
  return end >= 0 && skipBlanks(bytes, end) === bytes.length;
}

function deadLetter(reason: DeadLetterReason): RecordVerdict {
  return { kind: 'dead-letter', reason };
}

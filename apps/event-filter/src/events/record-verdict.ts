import type { DeadLetterReason } from './dead-letter-reasons.js';

/** A dropped event, without the id of its user. */
export interface DroppedEvent {
  readonly workspaceId: string;
  /** Undefined if the event has no source. */
  readonly sourceId: string | undefined;
}

export type RecordVerdict =
  | {
      readonly kind: 'forward';
      readonly events: number;
      /** Number of these events without a user. */
      readonly withoutUser: number;
      /** The new value of the record, if some events of its batch are dropped. */
      readonly value?: Buffer;
      readonly dropped: readonly DroppedEvent[];
    }
  | { readonly kind: 'drop'; readonly dropped: readonly DroppedEvent[] }
  | { readonly kind: 'dead-letter'; readonly reason: DeadLetterReason };

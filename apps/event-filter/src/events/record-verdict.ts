import type { DeadLetterReason } from './dead-letter-reasons.js';

/** An event that is dropped, without saying whose. */
export interface DroppedEvent {
  readonly workspaceId: string;
  /** Absent when the record names no source. */
  readonly sourceId: string | undefined;
}

/** What is to become of a record. */
export type RecordVerdict =
  | {
      readonly kind: 'forward';
      readonly events: number;
      /** How many of them name no user. */
      readonly withoutUser: number;
      /** Another value than the record's: some events of its batch are dropped. */
      readonly value?: Buffer;
      readonly dropped: readonly DroppedEvent[];
    }
  | { readonly kind: 'drop'; readonly dropped: readonly DroppedEvent[] }
  | { readonly kind: 'dead-letter'; readonly reason: DeadLetterReason };

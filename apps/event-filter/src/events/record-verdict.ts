/** Why a record can't be filtered. Part of the dead letters' form: never renamed. */
export const DEAD_LETTER_REASONS = {
  no_value: 'The record has no value (a tombstone).',
  not_utf8: 'The value is not UTF-8.',
  not_json: 'The value is not JSON.',
  not_an_object: 'The value is JSON, but no object.',
  no_workspace: 'The record names no workspace in any of the places of LETHE_EVENT_WORKSPACE.',
} as const;

export type DeadLetterReason = keyof typeof DEAD_LETTER_REASONS;

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

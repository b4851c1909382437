/** Why a record can't be filtered. Part of the dead letters' form: never renamed. */
export const DEAD_LETTER_REASONS = {
  no_value: 'The record has no value (a tombstone).',
  not_utf8: 'The value is not UTF-8.',
  not_json: 'The value is not JSON.',
  not_an_object: 'The value is JSON, but no object.',
  no_workspace: 'The record names no workspace in any of the places of LETHE_EVENT_WORKSPACE.',
} as const;

export type DeadLetterReason = keyof typeof DEAD_LETTER_REASONS;

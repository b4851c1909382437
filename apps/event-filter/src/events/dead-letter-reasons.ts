/**
 * Reasons why a record cannot be filtered. Never rename a reason, because dead letters contain the
 * reason in a header.
 */
export const DEAD_LETTER_REASONS = {
  no_value: 'The record has no value (a tombstone).',
  not_utf8: 'The value is not UTF-8.',
  not_json: 'The value is not JSON.',
  not_an_object: 'The value is JSON, but not an object.',
  no_workspace: 'The record names no workspace at the places of LETHE_EVENT_WORKSPACE.',
} as const;

export type DeadLetterReason = keyof typeof DEAD_LETTER_REASONS;

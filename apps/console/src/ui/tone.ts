/** The meaning of a colour. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

/**
 * Colours of the states of regulations and deletions. `state-words.ts` has the words of the states.
 */
export const STATE_TONES = {
  ...{ active: 'success', deleting: 'info', deleted: 'success', partially_deleted: 'warning' },
  ...{ deletion_failed: 'danger', canceled: 'neutral', pending: 'neutral', running: 'info' },
  ...{ complete: 'success', failed: 'warning', aborted: 'danger', overdue: 'danger' },
  ...{ excepted: 'neutral', held: 'warning', needsAttention: 'danger' },
  ...{ foundAgain: 'danger' },
} as const satisfies Readonly<Record<string, Tone>>;

/** What a colour says. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

/** How the states of regulations and deletions look. Their words are those of `state-words.ts`. */
export const STATE_TONES = {
  ...{ active: 'success', deleting: 'info', deleted: 'success', partially_deleted: 'warning' },
  ...{ deletion_failed: 'danger', canceled: 'neutral', pending: 'neutral', running: 'info' },
  ...{ complete: 'success', failed: 'warning', aborted: 'danger', overdue: 'danger' },
  ...{ held: 'warning', needsAttention: 'danger' },
} as const satisfies Readonly<Record<string, Tone>>;

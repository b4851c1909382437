/** What a colour says. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

import type { OutgoingRecord } from '@lethe/messaging';

export type RelayState = 'standby' | 'leading' | 'stopped';

/** What a relay reports. */
export type RelayEvent =
  | { readonly kind: 'state'; readonly state: RelayState }
  | { readonly kind: 'failure'; readonly during: 'election' | 'relaying'; readonly error: unknown }
  | {
      readonly kind: 'published';
      readonly records: number;
      readonly durationMs: number;
      /** What was published, in its order. */
      readonly round: readonly OutgoingRecord[];
    };

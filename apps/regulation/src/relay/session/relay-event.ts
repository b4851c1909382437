import type { OutgoingRecord } from '@lethe/messaging';

export type RelayState = 'standby' | 'leading' | 'stopped';

export type RelayEvent =
  | { readonly kind: 'state'; readonly state: RelayState }
  | { readonly kind: 'failure'; readonly during: 'election' | 'relaying'; readonly error: unknown }
  | {
      readonly kind: 'published';
      readonly records: number;
      readonly durationMs: number;
      /** The published records, in the sequence of their publication. */
      readonly round: readonly OutgoingRecord[];
    };

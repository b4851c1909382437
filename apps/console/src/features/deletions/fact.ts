import type { Tone } from '../../ui/tone.js';

/** A past or future event of a regulation or a deletion. */
export interface Fact {
  readonly key: string;
  /** Time of the event; absent if unknown. */
  readonly at?: string;
  readonly title: string;
  readonly detail?: string | undefined;
  /** Name of the worker or token. */
  readonly by?: string;
  /**
   * Number of consecutive equal events, and the time of the first one; absent for a single event.
   */
  readonly repeated?: { readonly times: number; readonly since: string };
  readonly nextAt?: string;
  readonly tone: Tone;
  /** True if the time has legal relevance, such as a deadline. */
  readonly isDated?: boolean;
  /** True if the event is in the future. */
  readonly isAhead?: boolean;
  readonly destinationId?: string;
}

/** Sorts by time. A fact without a time stays directly after the preceding fact. */
export function inOrder(facts: readonly Fact[]): Fact[] {
  let last = 0;
  const placed = facts.map((fact) => {
    if (fact.at !== undefined) last = Date.parse(fact.at);
    return { fact, place: last };
  });
  return placed.sort((a, b) => a.place - b.place).map(({ fact }) => fact);
}

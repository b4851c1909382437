import type { Tone } from '../../ui/tone.js';

/** Something that happened, or is going to. */
export interface Fact {
  readonly key: string;
  /** Absent where it is not known. */
  readonly at?: string;
  readonly title: string;
  readonly detail?: string | undefined;
  /** Whose doing it was. */
  readonly by?: string;
  /** How often in a row, and since when; absent for once. */
  readonly repeated?: { readonly times: number; readonly since: string };
  /** When it was to be tried again. */
  readonly nextAt?: string;
  readonly tone: Tone;
  /** Absent for what has happened. */
  readonly isAhead?: boolean;
  readonly destinationId?: string;
}

/** What has no time of its own stays behind what it came after. */
export function inOrder(facts: readonly Fact[]): Fact[] {
  let last = 0;
  const placed = facts.map((fact) => {
    if (fact.at !== undefined) last = Date.parse(fact.at);
    return { fact, place: last };
  });
  return placed.sort((a, b) => a.place - b.place).map(({ fact }) => fact);
}

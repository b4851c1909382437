import type { OutgoingRequest } from '@lethe/egress';

/** What the guest gets for a request: parts of an answer, or `error`. */
export type GuestAnswer = object;

/** An answer, and its place in the order in which the answers of a run came; `Infinity` when none came. */
export interface PlacedAnswer {
  readonly answer: GuestAnswer;
  readonly place: number;
}

/** A request as the code made it, and what it got. */
export interface Exchange extends PlacedAnswer {
  readonly request: OutgoingRequest;
}

/** What a run got from outside: enough to run its code again without reaching anybody. */
export interface Recording {
  /** Where `Math.random` began. */
  readonly seeds: readonly number[];
  /** In the order in which the code asked. */
  readonly exchanges: readonly Exchange[];
}

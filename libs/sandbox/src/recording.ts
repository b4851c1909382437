import type { OutgoingRequest } from '@lethe/egress';

/** What the guest gets for a request: parts of an answer, or `error`. */
export type GuestAnswer = object;

/** A request as the code made it, and what it got. */
export interface Exchange {
  readonly request: OutgoingRequest;
  readonly answer: GuestAnswer;
}

/** What a run was told from outside: enough to run its code again without reaching anybody. */
export interface Recording {
  /** Of `Math.random`. */
  readonly seeds: readonly number[];
  /** In the order in which the code asked. */
  readonly exchanges: readonly Exchange[];
}

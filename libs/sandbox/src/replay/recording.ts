import type { OutgoingRequest } from '@lethe/egress';

/** Answer that the guest gets. It contains parts of the response, or `error`. */
export type GuestAnswer = object;

/** An answer and its position among all answers of the run. */
export interface PlacedAnswer {
  readonly answer: GuestAnswer;
  /** Position in the sequence in which answers were received; `Infinity` without an answer. */
  readonly place: number;
}

export interface Exchange extends PlacedAnswer {
  readonly request: OutgoingRequest;
}

/**
 * All external input of a run. With a recording, the code can run again without sending requests.
 */
export interface Recording {
  /** Seeds for `Math.random`. */
  readonly seeds: readonly number[];
  /** Requests with their answers, in the sequence of the requests. */
  readonly exchanges: readonly Exchange[];
}

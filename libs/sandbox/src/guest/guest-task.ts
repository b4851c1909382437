import type { Timed } from '../threads/timed-threads.js';
import type { FailedRun, RunTrace, TransformationRun } from './transformation-run.js';

/** A run on its way to a thread: little to copy, and nothing to parse before the guest does. */
export interface GuestTask
  extends Timed, Omit<TransformationRun, 'transformation' | 'events' | 'metadata'> {
  readonly name: string;
  readonly code: string;
  /** JSON of `{ events, metadata, placed? }`. */
  readonly input: string;
}

export type GuestResult = (
  | {
      readonly status: 'ok';
      /** Of `{ events: [{ event, input? }] }`. */
      readonly json: string;
    }
  | FailedRun
) &
  RunTrace;

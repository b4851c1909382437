import type { Timed } from '../threads/timed-threads.js';
import type { FailedRun, RunTrace, TransformationRun } from './transformation-run.js';

/** A run, as it is passed to a thread. The input is JSON text, which only the guest parses. */
export interface GuestTask
  extends Timed, Omit<TransformationRun, 'transformation' | 'events' | 'metadata'> {
  readonly name: string;
  readonly code: string;
  /** `{ events, metadata, placed? }` as JSON. */
  readonly input: string;
}

export type GuestResult = (
  | {
      readonly status: 'ok';
      /** `{ events: [{ event, input? }] }` as JSON. */
      readonly json: string;
    }
  | FailedRun
) &
  RunTrace;

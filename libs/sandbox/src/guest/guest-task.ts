import type { Recording } from '../replay/recording.js';
import type { Timed } from '../threads/timed-threads.js';
import type { CodePlace, Touched } from './transformation-run.js';

/** A run on its way to a thread: little to copy, and nothing to parse before the guest does. */
export interface GuestTask extends Timed {
  readonly name: string;
  readonly code: string;
  readonly libraries: readonly { readonly name: string; readonly code: string }[];
  readonly importRefusal?: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly realCredentials?: Readonly<Record<string, string>>;
  readonly mayMoveCredentials: boolean;
  readonly isRecorded?: boolean;
  readonly replay?: Recording;
  readonly isPlaced?: boolean;
  readonly offline?: string;
  /** JSON of `{ events, metadata, placed? }`. */
  readonly input: string;
}

export type GuestResult =
  /** `json`: `{ events: [{ event, input? }] }` */
  (
    | { readonly status: 'ok'; readonly json: string; readonly logs: readonly string[] }
    | {
        readonly status: 'failed';
        readonly error: string;
        readonly place?: CodePlace;
        readonly logs: readonly string[];
      }
  ) & {
    readonly places?: readonly (CodePlace | null)[];
    readonly touched?: Touched;
    readonly recording?: Recording;
  };

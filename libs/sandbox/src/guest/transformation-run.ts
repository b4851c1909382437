import type { JsonObject } from '@lethe/contracts';
import type { Recording } from '../replay/recording.js';

/** Input of a run: a transformation, its events and its options. */
export interface TransformationRun {
  readonly transformation: {
    readonly id: string;
    /** Name that stack traces show as the name of the file. */
    readonly name: string;
    /** Source code of an ES module. */
    readonly code: string;
  };
  /** Modules that the transformation and other libraries can import by name. */
  readonly libraries: readonly { readonly name: string; readonly code: string }[];
  /** Error text of an import of a missing library, instead of the usual text. */
  readonly importRefusal?: string;
  /** Values that `getCredential` returns. */
  readonly credentials: Readonly<Record<string, string>>;
  /**
   * Real credentials for the same keys, if `credentials` contains placeholders. Lethe puts the real
   * credentials into requests and masks them in answers, so that the code gets only placeholders.
   */
  readonly realCredentials?: Readonly<Record<string, string>>;
  /**
   * Whether to allow a request with a credential to an address that neither the code nor a
   * credential contains. By default false, because such an address can come from the event. The
   * author of the event may lack the permission to read credentials.
   */
  readonly mayMoveCredentials?: boolean;
  /** Whether the outcome has a recording if the code has read a credential. By default false. */
  readonly isRecorded?: boolean;
  /** If present, the run sends nothing and gets the answers and seeds of this recording. */
  readonly replay?: Recording;
  /** Whether the outcome has `place` and `places`. By default false. */
  readonly isPlaced?: boolean;
  /** If present, the run sends nothing: `fetch` and `fetchV2` fail with this text. */
  readonly offline?: string;
  readonly events: readonly JsonObject[];
  /** Results of `metadata(event)`, in the sequence of the events. */
  readonly metadata: readonly JsonObject[];
}

export interface CodePlace {
  /** Number of the line, starting at 1. */
  readonly line: number;
  readonly column?: number;
  /** Name of the library; absent if the place is in the transformation. */
  readonly library?: string;
}

export interface TransformedEvent {
  readonly event: JsonObject;
  /**
   * Position of the input event from which this event was made. For `transformBatch`, this is the
   * input event with the same object or the same `messageId`, or the only input event. Absent if
   * there is no such input event.
   */
  readonly input?: number;
}

/** External resources that a run has used. */
export interface Touched {
  /** Whether the code has read an existing credential. */
  readonly credentials: boolean;
  /** Whether the code has sent a request. */
  readonly network: boolean;
}

/** Observations of a run, whether it succeeded or failed. */
export interface RunTrace {
  readonly logs: readonly string[];
  /** Place of each log call, in the sequence of `logs`; null if the place is unknown. */
  readonly places?: readonly (CodePlace | null)[];
  /** Absent if the run has used no external resources. */
  readonly touched?: Touched;
  readonly recording?: Recording;
}

export interface FailedRun {
  readonly status: 'failed';
  /** Text for the user, with less than 4 KiB. */
  readonly error: string;
  /** Place at which the code threw. Absent if a limit ended the run or the code did not throw. */
  readonly place?: CodePlace;
}

export type TransformationOutcome = (
  | {
      readonly status: 'ok';
      readonly events: readonly TransformedEvent[];
      /** Sorted positions of the input events from which no event was made. */
      readonly dropped: readonly number[];
    }
  | FailedRun
) &
  RunTrace;

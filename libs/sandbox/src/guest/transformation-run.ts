import type { JsonObject } from '@lethe/contracts';
import type { Recording } from '../replay/recording.js';

/** One transformation, and the events that it gets. */
export interface TransformationRun {
  readonly transformation: {
    readonly id: string;
    /** What stack traces call its file. */
    readonly name: string;
    /** Source of an ES module. */
    readonly code: string;
  };
  /** Modules that the transformation may import by name; they may import each other. */
  readonly libraries: readonly { readonly name: string; readonly code: string }[];
  /** Why there are no libraries: what an import of one says. */
  readonly importRefusal?: string;
  /** What `getCredential` finds. */
  readonly credentials: Readonly<Record<string, string>>;
  /**
   * Where `credentials` are stand-ins: the real ones, by the same keys. Requests carry these; whatever
   * comes back has them masked, so that the code sees the stand-ins only.
   */
  readonly realCredentials?: Readonly<Record<string, string>>;
  /**
   * Whether requests may carry credentials to addresses that neither the code nor a credential names.
   * Default false: the event may have named them, and whoever made it may not read the credentials.
   */
  readonly mayMoveCredentials?: boolean;
  /** Whether the outcome has a recording, where the code asked for a credential; default false. */
  readonly isRecorded?: boolean;
  /** Sends nothing: requests get the answers of that run, and random numbers are the same ones. */
  readonly replay?: Recording;
  /** Whether the outcome has `place` and `places`. */
  readonly isPlaced?: boolean;
  /** Sends nothing: `fetch` and `fetchV2` fail with this text. */
  readonly offline?: string;
  /** Plain JSON values. */
  readonly events: readonly JsonObject[];
  /** What `metadata(event)` gives, aligned with the events. */
  readonly metadata: readonly JsonObject[];
}

/** Where something happened in the user's code. */
export interface CodePlace {
  /** From 1. */
  readonly line: number;
  readonly column?: number;
  /** Name of the library; absent where it is the transformation itself. */
  readonly library?: string;
}

export interface TransformedEvent {
  readonly event: JsonObject;
  /**
   * Position of the event that it came from. `transformBatch`: the same object, or the same
   * `messageId`, or there was only one; absent when none of these tells.
   */
  readonly input?: number;
}

/** What a run had to do with the world, as its host saw it; absent where that is nothing. */
export interface Touched {
  /** The code asked for a credential that there is. */
  readonly credentials: boolean;
  /** The code sent a request. */
  readonly network: boolean;
}

/** What was seen of a run, whatever came of it. */
export interface RunTrace {
  readonly logs: readonly string[];
  /** Where `logs` were written, aligned with them; null where that is not known. */
  readonly places?: readonly (CodePlace | null)[];
  readonly touched?: Touched;
  readonly recording?: Recording;
}

export interface FailedRun {
  readonly status: 'failed';
  /** Fit for the user's eyes; less than 4 KiB. */
  readonly error: string;
  /** Where it was thrown: absent for a limit, and where the code did not throw. */
  readonly place?: CodePlace;
}

/** What came of a run. Whatever the code does ends as one of these. */
export type TransformationOutcome = (
  | {
      readonly status: 'ok';
      readonly events: readonly TransformedEvent[];
      /** Positions of the events that nothing came out of, in order. */
      readonly dropped: readonly number[];
    }
  | FailedRun
) &
  RunTrace;

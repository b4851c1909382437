import type { DeliveryAnswer, DeliveryRequest, JsonObject } from '@lethe/contracts';

/** Input of a destination transformation. All values are copies. */
export interface TransformInput {
  readonly workspaceId: string;
  readonly destinationId: string;
  /** Name of the definition, e.g. `WEBHOOK`. */
  readonly destinationType: string;
  /** The configuration in effect, with secrets. */
  readonly config: JsonObject;
  /** The event, after the user transformation. */
  readonly message: JsonObject;
  /** Aborted when the time of the run is over. */
  readonly signal: AbortSignal;
}

/** Result of a transformation. Mistakes that the user can correct are results, not errors. */
export type TransformOutcome =
  | {
      readonly status: 'ok';
      readonly requests: readonly DeliveryRequest[];
      /** Sentence about missing requests, which depend on an answer or on a step that failed. */
      readonly incomplete?: string;
    }
  | { readonly status: 'failed'; readonly error: string };

export function failed(error: string): TransformOutcome {
  return { status: 'failed', error };
}

/** Sends one request once. Never rejects. The status 0 means that no answer arrived. */
export type Deliver = (request: DeliveryRequest) => Promise<DeliveryAnswer>;

/** Creates the requests for destinations of a type. */
export interface DestinationProvider {
  /** Returns the requests for an event without sending them. */
  transform(input: TransformInput): Promise<TransformOutcome>;
  /**
   * Passes each request to `deliver`, one after another. Only types whose requests depend on
   * earlier answers have this method. The outcome lists the sent requests in the same sequence.
   */
  perform?(input: TransformInput, deliver: Deliver): Promise<TransformOutcome>;
  /** Releases threads and connections. */
  close(): Promise<void>;
}

import type { DeliveryAnswer, DeliveryRequest, JsonObject } from '@lethe/contracts';

/** What a destination's transformation gets. Everything is a copy of its own. */
export interface TransformInput {
  readonly workspaceId: string;
  readonly destinationId: string;
  /** Name of the definition, e.g. `WEBHOOK`. */
  readonly destinationType: string;
  /** The configuration in effect, secrets included. */
  readonly config: JsonObject;
  /** The event, after the user transformation. */
  readonly message: JsonObject;
  /** Ends when the run's time is over. */
  readonly signal: AbortSignal;
}

/** Result of a transformation. Nothing is thrown for mistakes that the user can mend. */
export type TransformOutcome =
  | {
      readonly status: 'ok';
      readonly requests: readonly DeliveryRequest[];
      /**
       * There would be more requests, but what they hold depends on an answer (or failed after
       * these): a sentence that says so.
       */
      readonly incomplete?: string;
    }
  | { readonly status: 'failed'; readonly error: string };

export function failed(error: string): TransformOutcome {
  return { status: 'failed', error };
}

/** Sends one request, once. Never rejects: without an answer the status is 0. */
export type Deliver = (request: DeliveryRequest) => Promise<DeliveryAnswer>;

/** Where the requests of a destination type come from. */
export interface DestinationProvider {
  /** Makes the requests for an event; sends none of them. */
  transform(input: TransformInput): Promise<TransformOutcome>;
  /**
   * For types whose later requests depend on earlier answers: makes the requests and hands each to
   * `deliver` when its turn comes. The outcome lists what was sent, in order.
   */
  perform?(input: TransformInput, deliver: Deliver): Promise<TransformOutcome>;
  /** Lets go of threads and connections. */
  close(): Promise<void>;
}

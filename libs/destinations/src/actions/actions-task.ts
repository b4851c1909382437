import type { JsonObject } from '@lethe/contracts';
import type { Timed } from '@lethe/sandbox';
import type { MessagePort } from 'node:worker_threads';

/** A preset as a configuration left it. */
export interface ResolvedPreset {
  readonly name: string;
  readonly action: string;
  /** Trigger. */
  readonly subscribe: string;
  /** The preset's place in the definition's list, whose order is the library's; absent for an added one. */
  readonly position?: number;
  /** Members that replace those of the library's mapping. */
  readonly mapping?: JsonObject;
}

/** One run, as a worker thread gets it. */
export interface ActionsTask extends Timed {
  /** What the library calls the destination type. */
  readonly slug: string;
  readonly event: JsonObject;
  readonly settings: JsonObject;
  readonly accessToken?: string;
  readonly presets: readonly ResolvedPreset[];
  /** Deletes a user instead of handling an event. */
  readonly deletion?: DeletionTask;
  /** Sends what is captured; without one nothing is sent and nothing answered. */
  readonly port?: MessagePort;
}

/** One step of a deletion: up to the first request that has no answer yet. */
export interface DeletionTask {
  readonly user: { readonly userId: string; readonly anonymousId?: string };
  /** To the requests of the steps before, in their order. */
  readonly answers: readonly Omit<AnsweredMessage, 'id'>[];
}

/** A request as it would have left the thread. */
export interface CapturedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent when there is none. */
  readonly body?: string;
}

/** Message through the port to the thread that sends. */
export interface DeliverMessage {
  readonly id: number;
  readonly request: CapturedRequest;
}

/** Message back through the port: the answer. */
export interface AnsweredMessage {
  readonly id: number;
  /** 0 when there was no answer. */
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** Result of a run. */
export interface ActionsResult {
  /** How many presets' triggers match the event. */
  readonly matched: number;
  /** The captured requests, in the order in which they were made. */
  readonly requests: readonly CapturedRequest[];
  /** Sentences on requests that are missing since they depend on an answer. */
  readonly dependent: readonly string[];
  /** Sentences on what failed. */
  readonly failures: readonly string[];
  /** The request of a deletion that has no answer yet: the deletion goes on with its answer. */
  readonly asked?: CapturedRequest;
}

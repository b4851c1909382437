import type { JsonObject } from '@lethe/contracts';
import type { Timed } from '@lethe/sandbox';
import type { MessagePort } from 'node:worker_threads';

/** A preset of a destination type, with the changes of the configuration. */
export interface ResolvedPreset {
  readonly name: string;
  readonly action: string;
  readonly subscribe: string;
  /**
   * Index in the presets of the definition. They have the same sequence as the presets of the
   * library. Absent if the configuration adds the preset or changes its action.
   */
  readonly position?: number;
  /** Members that replace members of the library's mapping. */
  readonly mapping?: JsonObject;
}

export interface ActionsTask extends Timed {
  /** Name of the destination type in the library. */
  readonly slug: string;
  readonly event: JsonObject;
  readonly settings: JsonObject;
  readonly accessToken?: string;
  readonly presets: readonly ResolvedPreset[];
  /** If present, the run deletes a user, and ignores `event` and `presets`. */
  readonly deletion?: DeletionTask;
  /** Port to the thread that sends the captured requests. If absent, no request is sent. */
  readonly port?: MessagePort;
}

/** One run of a deletion. It ends at the first request that has no answer yet. */
export interface DeletionTask {
  readonly user: { readonly userId: string; readonly anonymousId?: string };
  /** Answers that earlier runs got, in the sequence of their requests. */
  readonly answers: readonly Omit<AnsweredMessage, 'id'>[];
}

/** A request that an integration made in the thread. */
export interface CapturedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Message to the thread that sends requests. */
export interface DeliverMessage {
  readonly id: number;
  readonly request: CapturedRequest;
}

/** Message with an answer, from the thread that sends requests. */
export interface AnsweredMessage {
  readonly id: number;
  /** 0 if there was no answer. */
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

export interface ActionsResult {
  /** Number of presets with a trigger that matches the event. */
  readonly matched: number;
  /** Captured requests, in the sequence in which the integration made them. */
  readonly requests: readonly CapturedRequest[];
  /** Sentences about requests that are missing because they depend on an answer. */
  readonly dependent: readonly string[];
  readonly failures: readonly string[];
  /** First request of a deletion that has no answer yet. The next run needs this answer. */
  readonly unanswered?: CapturedRequest;
}

import { setMaxListeners } from 'node:events';
import {
  EgressFailedError,
  EgressRefusedError,
  type Egress,
  type OutgoingRequest,
} from '@lethe/egress';
import type { CredentialGuard } from '../credentials/credential-guard.js';
import { isSame } from '../credentials/placeholder-credentials.js';
import { size } from '../limits/limit-texts.js';
import type { SandboxLimits } from '../limits/sandbox-limits.js';
import type { Exchange, GuestAnswer, PlacedAnswer } from '../replay/recording.js';
import type { Replay } from '../replay/replay.js';
import { readGuestRequest } from './guest-request.js';

const CREDENTIALS_ELSEWHERE =
  'Not sent: the request would carry a credential to an address that the code of the transformation does not name. Such a request needs the scope catalog:write';

const NEVER_ANSWERED = 'The run ended before an answer arrived';

/** Options that the session of a run sets. */
export interface FetchesOptions {
  readonly limits: SandboxLimits;
  readonly egress: Egress;
  readonly guard: CredentialGuard;
  /** If present, a recording answers the requests, and nothing is sent. */
  readonly replay: Replay | undefined;
  readonly isRecorded: boolean;
  /** External resources that the run has used. `GuestFetches` sets `network`. */
  readonly touched: { readonly credentials: boolean; network: boolean };
  /** Returns the milliseconds until the time limit of the run. */
  readonly remainingMs: () => number;
}

/** Sends the requests from the code of one run, or answers them from a recording. */
export class GuestFetches {
  /** Requests with their answers, in the sequence of the requests. Empty without recording. */
  readonly exchanges: Exchange[] = [];

  /**
   * Created for the first request, so that a run without requests has nothing to abort. An abort
   * takes half as long as a small run.
   */
  private ending: AbortController | undefined;
  private received = 0;
  private hasSentCredential = false;

  constructor(private readonly options: FetchesOptions) {}

  /**
   * Answers a request. Never rejects, because a failure is an answer with `error`.
   *
   * @param text request as JSON from hostile code
   */
  async answer(text: string): Promise<PlacedAnswer> {
    const { replay, isRecorded } = this.options;
    let request: OutgoingRequest;
    try {
      request = readGuestRequest(text);
    } catch (error) {
      return { answer: { error: failureText(error) }, place: -1 };
    }
    if (replay !== undefined) return replay.answerTo(request);
    if (!isRecorded) return { answer: await this.answerTo(request), place: 0 };
    const none = { request, answer: { error: NEVER_ANSWERED }, place: Infinity };
    const index = this.exchanges.push(none) - 1;
    const answer = await this.answerTo(request);
    const exchange = { request, answer, place: this.received++ };
    this.exchanges[index] = exchange;
    return exchange;
  }

  /** Aborts the open requests. */
  end(): void {
    this.ending?.abort();
  }

  private async answerTo(request: OutgoingRequest): Promise<GuestAnswer> {
    const { guard, touched } = this.options;
    // Code that has not read a credential cannot send a credential.
    if (touched.credentials && guard.moves(request)) return { error: CREDENTIALS_ELSEWHERE };
    const { placeholders } = guard;
    const outgoing = placeholders?.restore(request) ?? request;
    const answer = await this.sent(outgoing);
    // Answers are masked only after the code has sent a credential. Before that, an answer can
    // contain a credential only if the event contained the credential.
    this.hasSentCredential ||= !isSame(outgoing, request);
    return this.hasSentCredential ? (placeholders?.hide(answer) ?? answer) : answer;
  }

  private async sent(request: OutgoingRequest): Promise<GuestAnswer> {
    const { limits, egress, touched, remainingMs } = this.options;
    const maxAnswerBytes = limits.fetchBodyBytes;
    this.ending ??= endingOf(limits.fetches);
    touched.network = true;
    try {
      const { url, status, headers, body, truncated } = await egress.send(request, {
        // The timeout is later than the end of the run, so that the run reports its time limit.
        timeoutMs: remainingMs() + limits.wallMs,
        maxAnswerBytes,
        signal: this.ending.signal,
      });
      if (truncated) return { error: `The answer has more than ${size(maxAnswerBytes)}` };
      return { url, status, headers, body: body.toString('utf8') };
    } catch (error) {
      return { error: failureText(error) };
    }
  }
}

function endingOf(requests: number): AbortController {
  const ending = new AbortController();
  setMaxListeners(requests, ending.signal);
  return ending;
}

function failureText(error: unknown): string {
  const isForUsers =
    error instanceof EgressRefusedError ||
    error instanceof EgressFailedError ||
    (error instanceof Error && error.constructor === Error);
  return isForUsers ? error.message : 'The request failed';
}

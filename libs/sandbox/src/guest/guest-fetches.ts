import { setMaxListeners } from 'node:events';
import {
  EgressFailedError,
  EgressRefusedError,
  type Egress,
  type OutgoingRequest,
} from '@lethe/egress';
import type { CredentialGuard } from '../credentials/credential-guard.js';
import { isSame } from '../credentials/stand-in-credentials.js';
import { size } from '../limits/limit-texts.js';
import type { SandboxLimits } from '../limits/sandbox-limits.js';
import type { Exchange, GuestAnswer, PlacedAnswer } from '../replay/recording.js';
import type { Replay } from '../replay/replay.js';
import { readGuestRequest } from './guest-request.js';

const CREDENTIALS_ELSEWHERE =
  'Not sent: a credential would go to an address that the transformation does not name. That takes the scope catalog:write';

const NEVER_ANSWERED = 'There was no answer when the run ended';

/** What the requests of a run share with its session. */
export interface FetchesOptions {
  readonly limits: SandboxLimits;
  readonly egress: Egress;
  readonly guard: CredentialGuard;
  /** Gives the answers in the place of the network. */
  readonly replay: Replay | undefined;
  readonly isRecorded: boolean;
  /** Read, and noted in: what the run has had to do with the world. */
  readonly touched: { readonly credentials: boolean; network: boolean };
  /** Milliseconds until the run's time is over. */
  readonly remainingMs: () => number;
}

/** The requests that the code of one run makes: sent by the guarded client, or answered by a replay. */
export class GuestFetches {
  /** In the order in which the code asked; empty unless the run is recorded. */
  readonly exchanges: Exchange[] = [];

  /** Made for the first request that is sent: aborting one costs as much as half a small run. */
  private ending: AbortController | undefined;
  private came = 0;
  private hasSentCredential = false;

  constructor(private readonly options: FetchesOptions) {}

  /**
   * Never rejects: what goes wrong is an answer with `error`.
   *
   * @param text the request as JSON, made by hostile code
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
    const exchange = { request, answer, place: this.came++ };
    this.exchanges[index] = exchange;
    return exchange;
  }

  /** Ends the requests that are still open. */
  end(): void {
    this.ending?.abort();
  }

  private async answerTo(request: OutgoingRequest): Promise<GuestAnswer> {
    const { guard, touched } = this.options;
    // Code that has read no credential has none to send.
    if (touched.credentials && guard.moves(request)) return { error: CREDENTIALS_ELSEWHERE };
    const { standIns } = guard;
    const outgoing = standIns?.restore(request) ?? request;
    const answer = await this.sent(outgoing);
    // No answer has a credential in it before one was sent, unless the event had it anyway.
    this.hasSentCredential ||= !isSame(outgoing, request);
    return this.hasSentCredential ? (standIns?.hide(answer) ?? answer) : answer;
  }

  private async sent(request: OutgoingRequest): Promise<GuestAnswer> {
    const { limits, egress, touched, remainingMs } = this.options;
    const maxAnswerBytes = limits.fetchBodyBytes;
    this.ending ??= endingOf(limits.fetches);
    touched.network = true;
    try {
      const { url, status, headers, body, truncated } = await egress.send(request, {
        // The run's own end comes first: one error for one limit.
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

import { urlOf } from '@lethe/contracts';
import type { OutgoingRequest } from '@lethe/egress';
import type { Exchange, PlacedAnswer, Recording } from './recording.js';
import { isSame, type PlaceholderCredentials } from '../credentials/placeholder-credentials.js';

const NOT_SENT_AGAIN =
  'Not sent: with placeholders instead of the credentials, this request differs from the one that was sent';

/** Gives a second run, which has placeholders for credentials, the answers of the first run. */
export class Replay {
  private readonly remaining: Exchange[];
  private seeds = 0;
  private hasSentCredential = false;

  constructor(
    private readonly recording: Recording,
    private readonly placeholders: PlaceholderCredentials | undefined,
  ) {
    this.remaining = [...recording.exchanges];
  }

  nextSeed(): number | undefined {
    return this.recording.seeds[this.seeds++];
  }

  /**
   * Returns the recorded answer to the same request. If no recorded request is the same, returns
   * the answer to the first request with the same method and origin.
   */
  answerTo(request: OutgoingRequest): PlacedAnswer {
    const real = this.placeholders?.restore(request) ?? request;
    const { remaining } = this;
    const same = remaining.findIndex((exchange) => isSame(exchange.request, real));
    const index =
      same === -1 ? remaining.findIndex((other) => isToSameOrigin(other.request, real)) : same;
    const [exchange] = index === -1 ? [] : remaining.splice(index, 1);
    if (exchange === undefined) return { answer: { error: NOT_SENT_AGAIN }, place: -1 };
    const { answer, place } = exchange;
    // Answers are masked only after the code has sent a credential. Before that, an answer can
    // contain a credential only if the event contained the credential.
    this.hasSentCredential ||= !isSame(exchange.request, request);
    const isHidden = this.hasSentCredential;
    return { answer: isHidden ? (this.placeholders?.hide(answer) ?? answer) : answer, place };
  }
}

function isToSameOrigin(a: OutgoingRequest, b: OutgoingRequest): boolean {
  return a.method === b.method && originOf(a) === originOf(b);
}

function originOf({ url }: OutgoingRequest): string {
  return urlOf(url)?.origin ?? url;
}

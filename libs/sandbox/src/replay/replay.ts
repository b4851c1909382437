import { urlOf } from '@lethe/contracts';
import type { OutgoingRequest } from '@lethe/egress';
import type { Exchange, PlacedAnswer, Recording } from './recording.js';
import { isSame, type StandInCredentials } from '../credentials/stand-in-credentials.js';

const NOT_SENT_AGAIN =
  'Not sent: with stand-ins for the credentials this is another request than the one that was sent';

/** Gives code that runs a second time, with stand-ins for its credentials, the answers of the first. */
export class Replay {
  private readonly left: Exchange[];
  private seeds = 0;
  private hasSentCredential = false;

  constructor(
    private readonly recording: Recording,
    private readonly standIns: StandInCredentials | undefined,
  ) {
    this.left = [...recording.exchanges];
  }

  nextSeed(): number | undefined {
    return this.recording.seeds[this.seeds++];
  }

  /** @returns the answer to the same request; else to the first that went to the same place */
  answerTo(request: OutgoingRequest): PlacedAnswer {
    const real = this.standIns?.restore(request) ?? request;
    const same = this.left.findIndex((exchange) => isSame(exchange.request, real));
    const index =
      same === -1 ? this.left.findIndex((other) => isToSamePlace(other.request, real)) : same;
    const [exchange] = index === -1 ? [] : this.left.splice(index, 1);
    if (exchange === undefined) return { answer: { error: NOT_SENT_AGAIN }, place: -1 };
    const { answer, place } = exchange;
    // No answer has a credential in it before one was sent, unless the event had it anyway.
    this.hasSentCredential ||= !isSame(exchange.request, request);
    const isHidden = this.hasSentCredential;
    return { answer: isHidden ? (this.standIns?.hide(answer) ?? answer) : answer, place };
  }
}

function isToSamePlace(a: OutgoingRequest, b: OutgoingRequest): boolean {
  return a.method === b.method && placeOf(a) === placeOf(b);
}

function placeOf({ url }: OutgoingRequest): string {
  return urlOf(url)?.origin ?? url;
}

import { setMaxListeners } from 'node:events';
import { createShapeFinder, createSecretFinder } from '@lethe/destination-definitions/secrets';
import {
  EgressFailedError,
  EgressRefusedError,
  type Egress,
  type OutgoingRequest,
} from '@lethe/egress';
import { cutToBytes } from './cut-to-bytes.js';
import type { GuestHost } from './guest-host.js';
import { readGuestRequest } from './guest-request.js';
import type { GuestTask } from './guest-task.js';
import { size } from './limit-texts.js';
import { moduleNameOf } from './module-name.js';
import { namesOrigin } from './named-origins.js';
import type { Exchange, GuestAnswer, PlacedAnswer, Recording } from './recording.js';
import { Replay } from './replay.js';
import type { SandboxLimits } from './sandbox-limits.js';
import { isSame, StandIns } from './stand-ins.js';

const CREDENTIALS_ELSEWHERE =
  'Not sent: a credential would go to an address that the transformation does not name. That takes the scope catalog:write';

const NEVER_ANSWERED = 'There was no answer when the run ended';

interface Answer {
  readonly id: number;
  readonly text: string;
  readonly place: number;
}

/** The host's side of one run. */
export class GuestSession implements GuestHost {
  /** The name of the transformation's module. */
  readonly moduleName: string;
  readonly logs: string[] = [];
  /** What the guest said at its end, as JSON. */
  outcome: string | undefined;
  /** The interpreter was told to stop. */
  wasInterrupted = false;

  readonly touched = { credentials: false, network: false };

  private readonly modules: ReadonlyMap<string, string>;
  private readonly deadline: number;
  /** Made for the first request: to abort costs as much as half a small run. */
  private ending: AbortController | undefined;
  /** Made for the first request, too. */
  private madeStandIns: StandIns | undefined;
  private readonly replay: Replay | undefined;
  private readonly seeds: number[] = [];
  private readonly exchanges: Exchange[] = [];
  private came = 0;
  private hasCredential: ((value: unknown) => boolean) | undefined;
  private hasSentCredential = false;
  private readonly answers: Answer[] = [];
  private open = 0;
  private wake: () => void = () => undefined;

  constructor(
    private readonly task: GuestTask,
    private readonly limits: SandboxLimits,
    private readonly egress: Egress,
  ) {
    this.deadline = performance.now() + limits.wallMs;
    if (task.replay !== undefined) this.replay = new Replay(task.replay, this.standIns);
    const modules = new Map(task.libraries.map(({ name, code }) => [name, code]));
    this.moduleName = moduleNameOf(task.name, modules);
    this.modules = modules.set(this.moduleName, task.code);
  }

  isOverTime(): boolean {
    this.wasInterrupted ||= this.isLate;
    return this.wasInterrupted;
  }

  log(line: string): void {
    if (this.logs.length < this.limits.logLines) {
      this.logs.push(cutToBytes(readText(line), this.limits.logLineBytes));
    }
  }

  finish(outcome: string): void {
    // Without memory a text comes out of the guest empty.
    if (outcome !== '') this.outcome ??= outcome;
  }

  credential(key: string): string | undefined {
    const name = readText(key);
    const { credentials } = this.task;
    if (!Object.hasOwn(credentials, name)) return undefined;
    this.touched.credentials = true;
    return JSON.stringify(credentials[name]);
  }

  seed(): number {
    const seed = this.replay?.nextSeed() ?? Math.random() * 2 ** 32;
    this.seeds.push(seed);
    return seed;
  }

  /** Where one is wanted, and no credential was asked for: the code would do the same again. */
  get recording(): Recording | undefined {
    const { seeds, exchanges, touched } = this;
    return this.task.isRecorded === true && touched.credentials ? { seeds, exchanges } : undefined;
  }

  module(name: string): string | { readonly error: Error } {
    const source = this.modules.get(name);
    if (source === undefined) {
      return { error: importError(`There is no library ${JSON.stringify(name)} to import`) };
    }
    // The interpreter reads sources up to the first NUL.
    return source.includes('\0')
      ? { error: importError(`The source of ${JSON.stringify(name)} contains U+0000`) }
      : source;
  }

  request(id: number, text: string): void {
    this.open += 1;
    void this.answer(text).then(({ answer, place }) => {
      this.open -= 1;
      this.answers.push({ id, text: JSON.stringify(answer), place });
      this.answers.sort((a, b) => a.place - b.place);
      this.wake();
    });
  }

  /** @returns undefined when nothing is on its way, or the time is over before it comes */
  async nextAnswer(): Promise<Answer | undefined> {
    // A timer may fire a little before the clock says so.
    while (this.isWaiting && this.open > 0 && !this.isLate) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        timer = setTimeout(resolve, this.remainingMs);
      });
      clearTimeout(timer);
    }
    return this.answers.shift();
  }

  /** Ends the requests that are still open. */
  end(): void {
    this.ending?.abort();
  }

  /** Whether a credential would go where neither the code nor a credential says. */
  private movesCredentials(request: OutgoingRequest): boolean {
    const { mayMoveCredentials, credentials, realCredentials = credentials } = this.task;
    // Code that has asked for none has none to send.
    if (mayMoveCredentials || !this.touched.credentials) return false;
    // Whether what the caller sent is a credential is no business of the answer: stand-ins are looked
    // for where there are some, else all that could be one.
    this.hasCredential ??= (this.standIns === undefined ? createShapeFinder : createSecretFinder)(
      Object.values(credentials),
    );
    if (!this.hasCredential(request)) return false;
    return !namesOrigin(
      [...this.modules.values(), ...Object.values(realCredentials)],
      this.standIns?.restore(request).url ?? request.url,
    );
  }

  private get standIns(): StandIns | undefined {
    const { credentials, realCredentials } = this.task;
    if (realCredentials === undefined) return undefined;
    return (this.madeStandIns ??= new StandIns(credentials, realCredentials));
  }

  private get remainingMs(): number {
    return Math.max(0, Math.ceil(this.deadline - performance.now()));
  }

  private get isLate(): boolean {
    return performance.now() >= this.deadline;
  }

  /** What is replayed is all there, and comes in the order in which it came. */
  private get isWaiting(): boolean {
    return this.answers.length === 0 || this.replay !== undefined;
  }

  private async answer(text: string): Promise<PlacedAnswer> {
    let request: OutgoingRequest;
    try {
      request = readGuestRequest(text);
    } catch (error) {
      return { answer: { error: failureText(error) }, place: -1 };
    }
    if (this.replay !== undefined) return this.replay.answerTo(request);
    if (this.task.isRecorded !== true) return { answer: await this.answerTo(request), place: 0 };
    const none = { request, answer: { error: NEVER_ANSWERED }, place: Infinity };
    const index = this.exchanges.push(none) - 1;
    const answer = await this.answerTo(request);
    const exchange = { request, answer, place: this.came++ };
    this.exchanges[index] = exchange;
    return exchange;
  }

  private async answerTo(request: OutgoingRequest): Promise<GuestAnswer> {
    if (this.movesCredentials(request)) return { error: CREDENTIALS_ELSEWHERE };
    const outgoing = this.standIns?.restore(request) ?? request;
    const answer = await this.sent(outgoing);
    // Where no credential went, none comes back: only what the event had itself.
    this.hasSentCredential ||= !isSame(outgoing, request);
    return this.hasSentCredential ? (this.standIns?.hide(answer) ?? answer) : answer;
  }

  private async sent(request: OutgoingRequest): Promise<GuestAnswer> {
    const maxAnswerBytes = this.limits.fetchBodyBytes;
    this.ending ??= endingOf(this.limits.fetches);
    this.touched.network = true;
    try {
      const { url, status, headers, body, truncated } = await this.egress.send(request, {
        // The run's own end comes first: one error for one limit.
        timeoutMs: this.remainingMs + this.limits.wallMs,
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

/** @param json a JSON string, unless the guest had no memory left to hand it over */
function readText(json: string): string {
  return json === '' ? '' : String(JSON.parse(json));
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

function importError(message: string): Error {
  return Object.assign(new Error(message), { name: 'ImportError' });
}

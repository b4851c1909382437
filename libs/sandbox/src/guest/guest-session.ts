import { cutToBytes } from '@lethe/contracts/bounds';
import type { Egress } from '@lethe/egress';
import { CredentialGuard } from '../credentials/credential-guard.js';
import type { SandboxLimits } from '../limits/sandbox-limits.js';
import type { Recording } from '../replay/recording.js';
import { Replay } from '../replay/replay.js';
import { GuestFetches } from './guest-fetches.js';
import type { GuestHost } from './guest-host.js';
import type { GuestTask } from './guest-task.js';
import { moduleNameOf } from './module-name.js';
import { placeIn } from './place-in.js';
import type { CodePlace } from './transformation-run.js';

interface Answer {
  readonly id: number;
  readonly text: string;
  readonly place: number;
}

/** Functions and state of the host for one run. */
export class GuestSession implements GuestHost {
  readonly moduleName: string;
  readonly logs: string[] = [];
  /** Places of the log calls, in the sequence of `logs`. Undefined without `isPlaced`. */
  readonly places: (CodePlace | null)[] | undefined;
  /** Outcome as JSON from the guest. */
  outcome: string | undefined;
  /** Whether the interpreter was interrupted because the time was over. */
  wasInterrupted = false;

  readonly touched = { credentials: false, network: false };

  private readonly modules: ReadonlyMap<string, string>;
  private readonly deadline: number;
  private readonly replay: Replay | undefined;
  private readonly seeds: number[] = [];
  /** Guard and fetches are created for the first request, because most runs make no requests. */
  private madeGuard: CredentialGuard | undefined;
  private madeFetches: GuestFetches | undefined;
  private readonly answers: Answer[] = [];
  private openRequests = 0;
  private wake: () => void = () => undefined;

  constructor(
    private readonly task: GuestTask,
    private readonly limits: SandboxLimits,
    private readonly egress: Egress,
  ) {
    this.places = task.isPlaced === true ? [] : undefined;
    this.deadline = performance.now() + limits.wallMs;
    const modules = new Map(task.libraries.map(({ name, code }) => [name, code]));
    this.moduleName = moduleNameOf(task.name, modules);
    this.modules = modules.set(this.moduleName, task.code);
    if (task.replay !== undefined) this.replay = new Replay(task.replay, this.guard.placeholders);
  }

  isOverTime(): boolean {
    this.wasInterrupted ||= this.isLate;
    return this.wasInterrupted;
  }

  log(line: string, stack: string): void {
    if (this.logs.length >= this.limits.logLines) return;
    this.logs.push(cutToBytes(readText(line), this.limits.logLineBytes));
    this.places?.push(this.placeOf(readText(stack)) ?? null);
  }

  /** @returns the place in the user's modules that a stack shows; undefined without `isPlaced` */
  placeOf(stack: unknown): CodePlace | undefined {
    if (this.places === undefined || typeof stack !== 'string') return undefined;
    return placeIn(stack, this.moduleName, [...this.modules.keys()]);
  }

  finish(outcome: string): void {
    // If memory has run out, the guest reports an empty text.
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

  /**
   * Recording of the run, if one is requested. Undefined if the code has read no credential,
   * because a second run with placeholders would then have the same result.
   */
  get recording(): Recording | undefined {
    if (this.task.isRecorded !== true || !this.touched.credentials) return undefined;
    return { seeds: this.seeds, exchanges: this.madeFetches?.exchanges ?? [] };
  }

  module(name: string): string | { readonly error: Error } {
    const source = this.modules.get(name);
    if (source === undefined) {
      const { importRefusal = `There is no library ${JSON.stringify(name)} to import` } = this.task;
      return { error: importError(importRefusal) };
    }
    // The interpreter would ignore the source after the first NUL.
    return source.includes('\0')
      ? { error: importError(`The source of ${JSON.stringify(name)} contains U+0000`) }
      : source;
  }

  request(id: number, text: string): string | undefined {
    if (this.task.offline !== undefined) return JSON.stringify(this.task.offline);
    this.openRequests += 1;
    void this.fetches.answer(text).then(({ answer, place }) => {
      this.openRequests -= 1;
      this.answers.push({ id, text: JSON.stringify(answer), place });
      this.answers.sort((a, b) => a.place - b.place);
      this.wake();
    });
    return undefined;
  }

  /**
   * Waits for the next answer to a request.
   *
   * @returns undefined if no request is open, or if the time is over before an answer is received
   */
  async nextAnswer(): Promise<Answer | undefined> {
    // The loop is needed because a timer can fire a little too early.
    while (this.isWaiting && this.openRequests > 0 && !this.isLate) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        timer = setTimeout(resolve, this.remainingMs);
      });
      clearTimeout(timer);
    }
    return this.answers.shift();
  }

  /** Aborts the open requests. */
  end(): void {
    this.madeFetches?.end();
  }

  private get fetches(): GuestFetches {
    return (this.madeFetches ??= new GuestFetches({
      limits: this.limits,
      egress: this.egress,
      guard: this.guard,
      replay: this.replay,
      isRecorded: this.task.isRecorded === true,
      touched: this.touched,
      remainingMs: () => this.remainingMs,
    }));
  }

  private get guard(): CredentialGuard {
    return (this.madeGuard ??= new CredentialGuard(this.task, [...this.modules.values()]));
  }

  private get remainingMs(): number {
    return Math.max(0, Math.ceil(this.deadline - performance.now()));
  }

  private get isLate(): boolean {
    return performance.now() >= this.deadline;
  }

  /**
   * Whether to wait before answers are given to the guest. A replay waits until no request is open,
   * so that the guest gets all answers in their recorded sequence.
   */
  private get isWaiting(): boolean {
    return this.answers.length === 0 || this.replay !== undefined;
  }
}

/** @param json a JSON string; empty if the guest had no memory for it */
function readText(json: string): string {
  return json === '' ? '' : String(JSON.parse(json));
}

function importError(message: string): Error {
  return Object.assign(new Error(message), { name: 'ImportError' });
}

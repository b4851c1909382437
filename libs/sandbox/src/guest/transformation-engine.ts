import { excessOfJson } from '@lethe/contracts/bounds';
import type { Egress } from '@lethe/egress';
import { asObject, jsonOf } from '@lethe/contracts/json';
import { describeGuestError, type ErrorReport } from './describe-guest-error.js';
import { driveGuest } from './drive-guest.js';
import type { GuestHost } from './guest-host.js';
import { GuestMachine } from './guest-machine.js';
import { GuestSession } from './guest-session.js';
import type { GuestResult, GuestTask } from './guest-task.js';
import type { Limit } from '../limits/limit-texts.js';
import type { SandboxLimits } from '../limits/sandbox-limits.js';

/** Number of JSON levels around each event in the outcome. */
const OUTCOME_DEPTH = 3;

/** Runs transformations one after another. The runtime is reset for each run. */
export class TransformationEngine {
  private machine: Promise<GuestMachine>;
  private session: GuestSession | undefined;
  private readonly host: GuestHost = {
    log: (line, stack) => this.session?.log(line, stack),
    finish: (outcome) => this.session?.finish(outcome),
    request: (id, request) => this.session?.request(id, request),
    credential: (key) => this.session?.credential(key),
    module: (name) => this.session?.module(name) ?? { error: new Error('No run is in progress') },
    seed: () => this.session?.seed() ?? 0,
    isOverTime: () => this.session?.isOverTime() ?? false,
  };

  /** @param wasm the compiled variant of QuickJS */
  constructor(
    private readonly wasm: WebAssembly.Module,
    private readonly limits: SandboxLimits,
    private readonly egress: Egress,
  ) {
    this.machine = this.newMachine();
  }

  /**
   * Runs one transformation. Must not be called while another run is in progress.
   *
   * @returns the outcome; the code of the transformation cannot make this method throw
   */
  async run(task: GuestTask): Promise<GuestResult> {
    const machine = await this.machine.catch(() => (this.machine = this.newMachine()));
    const session = new GuestSession(task, this.limits, this.egress);
    this.session = session;
    try {
      const limit = await driveGuest(machine, session, task.input, this.limits);
      return this.result(session, limit);
    } finally {
      session.end();
      this.session = undefined;
      if (machine.isSpent) this.machine = this.newMachine();
    }
  }

  private result(session: GuestSession, limit?: Limit): GuestResult {
    const { outcome, logs, places, wasInterrupted, touched, recording } = session;
    const hasTouched = touched.credentials || touched.network;
    const trace = {
      logs,
      ...(places === undefined ? {} : { places }),
      ...(hasTouched ? { touched } : {}),
      ...(recording === undefined ? {} : { recording }),
    };
    const failed = (report: ErrorReport, by?: Limit): GuestResult => {
      // The stack of an interrupted function contains wrong lines.
      const place = by === undefined ? session.placeOf(report.stack) : undefined;
      return {
        status: 'failed',
        error: describeGuestError(report, this.limits, by),
        ...(place === undefined ? {} : { place }),
        ...trace,
      };
    };
    // Code can catch the interrupt and then finish. The run still fails, because its time was over.
    if (wasInterrupted) return failed(asObject(jsonOf(outcome)), 'time');
    if (limit !== undefined || outcome === undefined) return failed({}, limit);
    if (!outcome.startsWith('{"events":[')) return failed(asObject(jsonOf(outcome)));
    if (Buffer.byteLength(outcome) > this.limits.outputBytes) return failed({}, 'output');
    const levels = this.limits.outputDepth + OUTCOME_DEPTH;
    const { outputValues: values, outputNames: names } = this.limits;
    const excess = excessOfJson(Buffer.from(outcome), { levels, values, names });
    if (excess !== undefined) return failed({}, excess === 'levels' ? 'depth' : excess);
    return { status: 'ok', json: outcome, ...trace };
  }

  private newMachine(): Promise<GuestMachine> {
    const machine = GuestMachine.create(this.wasm, this.limits, this.host);
    machine.catch(() => undefined); // The next run creates another machine.
    return machine;
  }
}

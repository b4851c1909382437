import {
  Sandbox,
  type SandboxOptions,
  type TransformationOutcome,
  type TransformationRun,
} from '../src/index.js';

type Details = Partial<Omit<TransformationRun, 'transformation'>>;

export const ALICE = { owner: 'ws_alice' };

export const EVENT = { messageId: 'm-1', type: 'track', event: 'Order Completed' };

/** Returns the input for a run of this code, with one event. */
export function runOf(code: string, details: Details = {}): TransformationRun {
  return {
    transformation: { id: 'tr_1', name: 'Mask e-mail', code },
    libraries: [],
    credentials: { apiKey: 'secret' },
    events: [EVENT],
    metadata: [{ sourceId: 'src_1', messageId: 'm-1' }],
    ...details,
  };
}

/** Time limit that is longer than a busy computer needs for any run that ends. */
export const AMPLE_MS = 60_000;

/** Opens one sandbox for the tests of a file. By default, runs have a very long time limit. */
export function useSandbox({ limits, ...options }: SandboxOptions = {}) {
  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = new Sandbox({
      threadsPerOwner: 1,
      limits: { wallMs: AMPLE_MS, ...limits },
      ...options,
    });
  });
  afterAll(() => sandbox.close());
  return (code: string, details?: Details): Promise<TransformationOutcome> =>
    sandbox.run(runOf(code, details), ALICE);
}

/** Attempts of `inTime`. It is improbable that a busy computer uses up the time of so many runs. */
const MOST_ROUNDS = 5;

/**
 * Runs up to 5 times until the run ends within its short time limit, because a busy computer can
 * use up this time. If an earlier run blocks the sandbox, all attempts fail. A run that fails for
 * another reason, or before its time is over, is not repeated.
 */
export async function inTime(
  wallMs: number,
  run: () => Promise<TransformationOutcome>,
): Promise<TransformationOutcome> {
  for (let round = 1; ; round += 1) {
    const startedAt = performance.now();
    const outcome = await run();
    const wasEnded = outcome.status === 'failed' && outcome.error.includes('ran longer than');
    if (!wasEnded || performance.now() - startedAt < wallMs || round === MOST_ROUNDS)
      return outcome;
  }
}

import type { TestTarget, TransformationContext } from '@lethe/catalog';
import type { JsonObject, TestRunRequested } from '@lethe/contracts';
import type { Delivery } from '@lethe/egress';
import type { SearchBudget } from '@lethe/destination-definitions';
import type { DestinationProvider } from '@lethe/destinations';
import type { RunnerMetrics } from '../runner-metrics.js';
import type { SandboxRunOptions, TransformationOutcome, TransformationRun } from '@lethe/sandbox';

/** Dependencies of the stages; tests replace them one by one. */
export interface TestRunParts {
  /**
   * Returns a destination and all data for its test; undefined if the destination does not exist.
   */
  findTarget(
    workspaceId: string,
    destinationId: string,
    since?: string,
  ): Promise<TestTarget | undefined>;
  /** Returns all data for the test of a transformation; undefined if a part is missing. */
  findTransformationTarget(
    workspaceId: string,
    place: TransformationContext,
    since?: string,
  ): Promise<TestTarget | undefined>;
  /** Decrypts the overrides of a run. */
  openConfig(sealed: string, runId: string): JsonObject;
  /**
   * Runs user code within limits. Rejects with a SandboxBusyError if too many runs of the workspace
   * wait, and with the signal's reason if the signal was aborted. Rejects in no other case.
   */
  runUserCode(
    run: TransformationRun,
    options: SandboxRunOptions & { readonly signal: AbortSignal },
  ): Promise<TransformationOutcome>;
  /** Returns the provider of a destination type; undefined if the type has no transform. */
  providerOf(destinationType: string): DestinationProvider | undefined;
  readonly deliver: Delivery;
  /** Default: no metrics. */
  readonly metrics?: Pick<RunnerMetrics, 'stage' | 'delivered'>;
  /** Called with internal errors. */
  onDefect(stage: string, error: unknown): void;
}

/** A target, and the real credentials that its placeholders replace. */
export interface TestTargetInRun extends TestTarget {
  /** Real credentials for `fetch` of the transformation; absent if there are no placeholders. */
  readonly realCredentials?: Readonly<Record<string, string>>;
}

/** Another runner may have taken the run. So this runner must send nothing, and gives no answer. */
export class NotTakenError extends Error {
  override readonly name = 'NotTakenError';
}

/** Common data of all stages of one destination's test. */
export interface TestContext {
  readonly request: TestRunRequested;
  readonly target: TestTargetInRun;
  /** The stored configuration with the overrides of the run, secrets included. */
  readonly config: JsonObject;
  /** Remaining budget for scanning transformed events for secrets. */
  readonly steps: SearchBudget;
  /** Aborted at the run's deadline. */
  readonly signal: AbortSignal;
  /**
   * Resolves when the run belongs only to this runner and is allowed to send. Rejects with a
   * NotTakenError when another runner may have taken the run.
   */
  readonly taken: Promise<void>;
}

import type { TestTarget, TransformationPlace } from '@lethe/catalog';
import type { JsonObject, TestRunRequested } from '@lethe/contracts';
import type { Delivery } from '@lethe/egress';
import type { SearchBudget } from '@lethe/destination-definitions';
import type { DestinationProvider } from '@lethe/destinations';
import type { RunnerMetrics } from '../runner-metrics.js';
import type { SandboxRunOptions, TransformationOutcome, TransformationRun } from '@lethe/sandbox';

/** What the stages work with: real in the service, replaced one by one in tests. */
export interface TestRunParts {
  /** A destination with what is needed to test it, as `CatalogReader.findTestTarget`; undefined when the workspace has none. */
  findTarget(
    workspaceId: string,
    destinationId: string,
    since?: string,
  ): Promise<TestTarget | undefined>;
  /** What a test of a transformation needs; undefined when the workspace has no such transformation or destination. */
  findTransformationTarget(
    workspaceId: string,
    place: TransformationPlace,
    since?: string,
  ): Promise<TestTarget | undefined>;
  /** Decrypts the overrides of a run. */
  openConfig(sealed: string, runId: string): JsonObject;
  /**
   * Runs user code, within limits. Never rejects for what the code does, but with a
   * SandboxBusyError when too many runs of its workspace wait, and with the signal's reason.
   */
  runUserCode(
    run: TransformationRun,
    options: SandboxRunOptions & { readonly signal: AbortSignal },
  ): Promise<TransformationOutcome>;
  /** Where the requests of a destination type come from; undefined when it has no transform. */
  providerOf(destinationType: string): DestinationProvider | undefined;
  readonly deliver: Delivery;
  /** What is counted; nothing when absent. */
  readonly metrics?: Pick<RunnerMetrics, 'stage' | 'delivered'>;
  /** Called with exceptions that are defects of ours. */
  onDefect(stage: string, error: unknown): void;
}

/** A target, and the credentials that its stand-ins stand for. */
export interface TestTargetInRun extends TestTarget {
  /** What `fetch` of the transformation puts in the place of its credentials; absent where they are real. */
  readonly realCredentials?: Readonly<Record<string, string>>;
}

/** Another runner may have taken the run over: this one must not reach outside, and gives no answer. */
export class NotTakenError extends Error {
  override readonly name = 'NotTakenError';
}

/** What all stages of one destination's test know. */
export interface TestContext {
  readonly request: TestRunRequested;
  readonly target: TestTargetInRun;
  /** The stored configuration with the overrides of the run, secrets included. */
  readonly config: JsonObject;
  /** What is left for looking for secrets in what its events become. */
  readonly steps: SearchBudget;
  /** Ends at the run's deadline. */
  readonly signal: AbortSignal;
  /**
   * Resolves when the run is ours alone and may reach outside; rejects with a NotTakenError when
   * another runner may have it.
   */
  readonly taken: Promise<void>;
}

/** What one run may use. The and the API's contract give the defaults. */
export interface SandboxLimits {
  /** Bytes of the guest's heap. Less than 11 MiB has no effect: the memory starts with them. */
  readonly memoryBytes: number;
  /** Milliseconds from the run's start in its thread, waiting for `fetch` included. */
  readonly wallMs: number;
  /** Bytes of the interpreter's stack; the thread has 16 MiB, and needs up to 5 times as much. */
  readonly stackBytes: number;
  /** Bytes of JSON that all returned events have together. */
  readonly outputBytes: number;
  /** Returned events. */
  readonly outputEvents: number;
  /** Levels of objects and arrays in a returned event. */
  readonly outputDepth: number;
  /** Values, and names of members, each counted once, of all returned events: whoever reads them next has others to serve. */
  readonly outputValues: number;
  readonly outputNames: number;
  /** Lines of `log` that are kept; the rest is dropped. */
  readonly logLines: number;
  /** Bytes of UTF-8 of a log line that are kept. */
  readonly logLineBytes: number;
  /** Calls of `fetch` and `fetchV2` together. */
  readonly fetches: number;
  /** Bytes of an answer's body; a larger one fails the call. */
  readonly fetchBodyBytes: number;
}

export const DEFAULT_SANDBOX_LIMITS: SandboxLimits = {
  memoryBytes: 64 * 1024 * 1024,
  wallMs: 4_000,
  stackBytes: 256 * 1024,
  outputBytes: 1024 * 1024,
  outputEvents: 1_000,
  outputDepth: 128,
  outputValues: 256 * 1024,
  outputNames: 16 * 1024,
  logLines: 100,
  logLineBytes: 1024,
  fetches: 20,
  fetchBodyBytes: 1024 * 1024,
};

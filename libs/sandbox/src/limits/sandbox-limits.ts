/** Limits of one run. The defaults come from the requirements and the contract of the API. */
export interface SandboxLimits {
  /** Maximum bytes of the heap. The initial heap has 11 MiB, so smaller values have no effect. */
  readonly memoryBytes: number;
  /** Maximum milliseconds since the start in the thread, including the time to wait for `fetch`. */
  readonly wallMs: number;
  /**
   * Maximum bytes of the interpreter's stack. The stack of the thread needs up to 5 times as many
   * bytes, and has 16 MiB.
   */
  readonly stackBytes: number;
  /** Maximum bytes of the JSON of all returned events together. */
  readonly outputBytes: number;
  /** Maximum number of returned events. */
  readonly outputEvents: number;
  /** Maximum nested levels of objects and arrays in a returned event. */
  readonly outputDepth: number;
  /** Maximum number of values in all returned events, because many values are slow to process. */
  readonly outputValues: number;
  /** Maximum number of different names of members in all returned events. */
  readonly outputNames: number;
  /** Maximum number of log lines. Further lines are dropped. */
  readonly logLines: number;
  /** Maximum UTF-8 bytes of a log line. The rest of a longer line is dropped. */
  readonly logLineBytes: number;
  /** Maximum number of calls of `fetch` and `fetchV2` together. */
  readonly fetches: number;
  /** Maximum bytes in the body of an answer. If the body is larger, the call fails. */
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

/** A service that runs as a child process of this one. */
export interface LocalService {
  readonly pid: number;
  /** Resolves when it has ended, whoever ended it, with the signal or the exit code. */
  readonly exited: Promise<string>;
  /** Ends it in good order and waits until it is gone. Harmless when repeated. */
  stop(): Promise<void>;
  /** Ends it the way a crash does (SIGKILL) and waits until it is gone. */
  kill(): Promise<void>;
  /** Lets this process end by itself while the service runs on. */
  unref(): void;
}

/** Which signals of the terminal a service hears. */
export interface ProcessGroupOptions {
  /**
   * `false` (default): the service stays in the caller's process group, so Ctrl-C reaches it even
   * when the caller does not listen any more. `true`: it gets a group of its own and only ends
   * through `stop()`; for callers that finish their work with it after Ctrl-C. Either way it
   * outlives a caller that is killed; the next start on the same folder ends it.
   */
  readonly ownProcessGroup?: boolean;
}

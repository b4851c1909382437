/** A service that runs as a child process of this process. */
export interface LocalService {
  readonly pid: number;
  /** Resolves with the signal or the exit code when the service has ended, for any reason. */
  readonly exited: Promise<string>;
  /** Stops the service gracefully, and waits until it has ended. Can be called several times. */
  stop(): Promise<void>;
  /** Kills the service with SIGKILL, as in a crash, and waits until it has ended. */
  kill(): Promise<void>;
  /** Lets this process end while the service continues. */
  unref(): void;
}

/** Decides which signals of the terminal reach a service. */
export interface ProcessGroupOptions {
  /**
   * `false` (default): the service is in the process group of the caller. Ctrl-C ends the service,
   * even if the caller no longer handles signals.
   *
   * `true`: the service is in a separate process group. Ctrl-C does not end the service, so callers
   * can use it until they call `stop()` or `kill()`. If the caller is killed, the service continues
   * to run, and the next start in the same folder ends it.
   */
  readonly ownProcessGroup?: boolean;
}

/** A point in time on two clocks: one that nobody can set, and one that goes on while the machine sleeps. */
export interface Moment {
  /** Milliseconds since some beginning. */
  readonly monotonic: number;
  /** Milliseconds since the epoch. */
  readonly wall: number;
}

/** Where the worker gets its time from; tests bring their own. */
export interface Clock {
  now(): Moment;
  /** Returns after that many milliseconds, or when the signal is aborted. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The clocks of this machine. */
export const SYSTEM_CLOCK: Clock = {
  now: () => ({ monotonic: performance.now(), wall: Date.now() }),
  pause: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal?.addEventListener('abort', end);
    }),
};

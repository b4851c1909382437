/**
 * A time on two clocks. The monotonic clock cannot be set; the wall clock continues while the
 * machine sleeps.
 */
export interface Moment {
  /** Milliseconds since an arbitrary start. */
  readonly monotonic: number;
  /** Milliseconds since the epoch. */
  readonly wall: number;
}

/** The worker's source of time; tests replace it. */
export interface Clock {
  now(): Moment;
  /** Returns after this time, or when the signal is aborted. */
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

/** Receives events about the use of threads. Its methods must not throw. */
export interface SandboxObserver {
  /** Called when a run has got a thread, after it has waited this long. */
  onQueued(seconds: number): void;
  /** Called when a thread has ended together with its run. */
  onThreadEnded(reason: 'time' | 'memory' | 'crash'): void;
  /**
   * Called once, when the threads are created.
   *
   * @param read returns the current numbers of threads
   * @returns a function that is called when the threads are closed
   */
  watchThreads(read: () => { readonly busy: number; readonly total: number }): () => void;
}

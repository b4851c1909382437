/** Receives events about the use of threads. Its methods must not throw. */
export interface SandboxObserver {
  /** Called when a run gets a thread, with the time for which the run has waited. */
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

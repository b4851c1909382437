/** Is told how threads are used. Must not throw. */
export interface SandboxObserver {
  /** A run got its thread after so many seconds. */
  onQueued(seconds: number): void;
  /** A thread ended with what ran in it. */
  onThreadEnded(reason: 'time' | 'memory' | 'crash'): void;
  /** Threads were opened. @returns called when they are closed */
  watchThreads(read: () => { readonly busy: number; readonly total: number }): () => void;
}

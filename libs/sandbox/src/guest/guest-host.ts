/** Functions of the host that the guest can call. All texts are JSON from hostile code. */
export interface GuestHost {
  /**
   * Receives a log line.
   *
   * @param line a JSON string
   * @param stack a JSON string with the stack of the call; empty unless the input has `placed`
   */
  log(line: string, stack: string): void;
  /**
   * Receives the outcome of the run.
   *
   * @param outcome see `readOutcome`
   */
  finish(outcome: string): void;
  /**
   * Starts a request. The answer is passed to `GuestMachine.settle`.
   *
   * @param request see `readGuestRequest`
   * @returns a reason as a JSON string, if the run is not allowed to send requests
   */
  request(id: number, request: string): string | undefined;
  /**
   * @param key a JSON string
   * @returns the credential as a JSON string; undefined if it does not exist
   */
  credential(key: string): string | undefined;
  /** @returns the source of the module, or the error with which its import fails */
  module(name: string): string | { readonly error: Error };
  /** Returns a seed for random numbers. Called when the run first uses random numbers. */
  seed(): number;
  /** Returns whether the run must stop. The interpreter calls it every few thousand steps. */
  isOverTime(): boolean;
}

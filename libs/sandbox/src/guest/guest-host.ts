/** What a guest may ask of its host. All texts are JSON, made by hostile code: trust none. */
export interface GuestHost {
  /**
   * @param line a JSON string
   * @param stack a JSON string: where it was logged; empty where nobody asks
   */
  log(line: string, stack: string): void;
  /** @param outcome see `readOutcome` */
  finish(outcome: string): void;
  /**
   * @param request see `readGuestRequest`; the answer goes to `GuestMachine.settle`
   * @returns as a JSON string, why nothing may be sent
   */
  request(id: number, request: string): string | undefined;
  /**
   * @param key a JSON string
   * @returns the credential as a JSON string, or undefined when there is none
   */
  credential(key: string): string | undefined;
  /** @returns the source of the module, or the error that its import fails with */
  module(name: string): string | { readonly error: Error };
  /** Where the random numbers of the run begin; asked at their first use. */
  seed(): number;
  /** Asked by the interpreter every few thousand steps. */
  isOverTime(): boolean;
}

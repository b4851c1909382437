export interface HostileTransformation {
  readonly name: string;
  readonly code: string;
  /** Error with which the run must fail. */
  readonly fails?: RegExp;
  /** Events that the run must return if it succeeds. */
  readonly gives?: readonly unknown[];
}

/** Code that means harm, and how its run ends. */
export interface HostileTransformation {
  readonly name: string;
  readonly code: string;
  /** The run fails with such an error. */
  readonly fails?: RegExp;
  /** The run is harmless and gives these events. */
  readonly gives?: readonly unknown[];
}

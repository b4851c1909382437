/** Exit codes of the command line, for scripts. */
export const EXIT_CODES = {
  done: 0,
  failed: 1,
  usage: 2,
  /** Some rows were refused and listed with their reasons. All other rows were processed. */
  partly: 3,
  /**
   * The command was ended by Ctrl-C. Shells use the same code for a process that the signal ended.
   */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

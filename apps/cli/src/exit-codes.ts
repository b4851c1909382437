/** What the command line ends with, by which scripts go. */
export const EXIT_CODES = {
  done: 0,
  failed: 1,
  usage: 2,
  /** Everything was done but for single rows, each of which is named with its reason. */
  partly: 3,
  /** Ctrl-C, as of a process that the signal ends. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

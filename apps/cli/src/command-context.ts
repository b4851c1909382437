import type { Environment } from '@lethe/config';
import { OperatorError } from '@lethe/contracts';

/** The process as a command sees it: environment, output and interruption. */
export interface CommandContext {
  readonly environment: Environment;
  /** One line of the result, on standard output. */
  readonly print: (line: string) => void;
  /** One line for the person at the terminal, on standard error. */
  readonly note: (line: string) => void;
  /** From the call on, Ctrl-C no longer kills the process but aborts the signal. */
  readonly untilInterrupted: () => AbortSignal;
}

/** The command cannot do what it was asked to. The message says why, and what to do. */
export class CommandFailure extends OperatorError {
  override readonly name = 'CommandFailure';
}

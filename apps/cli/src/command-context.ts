import type { Environment } from '@lethe/config';
import { OperatorError } from '@lethe/contracts';
import { EXIT_CODES, type ExitCode } from './exit-codes.js';

/** The environment, output and interruption of the process. */
export interface Terminal {
  readonly environment: Environment;
  /** Prints one line of the result to standard output. */
  readonly print: (line: string) => void;
  /** Prints one line for the user to standard error. */
  readonly note: (line: string) => void;
  /** Replaces the last line of the terminal; absent if the output is no terminal. */
  readonly rewrite?: (line: string) => void;
  /** After the call, Ctrl-C aborts the signal instead of killing the process. */
  readonly untilInterrupted: () => AbortSignal;
}

/** Shows the result of a command, as text or with `--json` as JSON. */
export interface CommandContext extends Terminal {
  /** Shows one result, as lines of text or as one JSON value. */
  readonly show: (result: unknown, lines: () => readonly string[]) => void;
  /** Shows several results, as lines of text or as one JSON value per line. */
  readonly showEach: (results: readonly unknown[], lines: () => readonly string[]) => void;
}

/** The command cannot do its task. The message gives the reason, and says what to do. */
export class CommandFailure extends OperatorError {
  override readonly name: string = 'CommandFailure';
  readonly exitCode: ExitCode = EXIT_CODES.failed;
  /** Details for programs, in addition to the message. */
  readonly facts: Readonly<Record<string, unknown>> = {};
}

/** The command skipped and listed some elements, and processed all other elements. */
export class PartlyDone extends CommandFailure {
  override readonly name = 'PartlyDone';
  override readonly exitCode = EXIT_CODES.partly;
}

/** Ctrl-C ended the command. If the message is empty, nothing is shown. */
export class Interrupted extends CommandFailure {
  override readonly name = 'Interrupted';
  override readonly exitCode = EXIT_CODES.interrupted;
}

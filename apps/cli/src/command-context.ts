import type { Environment } from '@lethe/config';
import { OperatorError } from '@lethe/contracts';
import { EXIT_CODES, type ExitCode } from './exit-codes.js';

/** The process as the command line sees it: environment, output and interruption. */
export interface Terminal {
  readonly environment: Environment;
  /** One line of the result, on standard output. */
  readonly print: (line: string) => void;
  /** One line for the person at the terminal, on standard error. */
  readonly note: (line: string) => void;
  /** The last line of a terminal, which is written anew each time; absent where nobody watches. */
  readonly rewrite?: (line: string) => void;
  /** From the call on, Ctrl-C no longer kills the process but aborts the signal. */
  readonly untilInterrupted: () => AbortSignal;
}

/** What a command gets to show what it did, to people or with `--json` to programs. */
export interface CommandContext extends Terminal {
  /** The result of a command: lines of text, or one JSON value. */
  readonly show: (result: unknown, lines: () => readonly string[]) => void;
  /** A result of many elements: lines of text, or a JSON value for each on a line of its own. */
  readonly showEach: (results: readonly unknown[], lines: () => readonly string[]) => void;
}

/** The command cannot do what it was asked to. The message says why, and what to do. */
export class CommandFailure extends OperatorError {
  override readonly name: string = 'CommandFailure';
  readonly exitCode: ExitCode = EXIT_CODES.failed;
  /** What programs are told beside the message. */
  readonly facts: Readonly<Record<string, unknown>> = {};
}

/** Everything was done but for single elements, which were named. */
export class PartlyDone extends CommandFailure {
  override readonly name = 'PartlyDone';
  override readonly exitCode = EXIT_CODES.partly;
}

/** Ctrl-C ended the command. The message may be empty: then there is nothing to say. */
export class Interrupted extends CommandFailure {
  override readonly name = 'Interrupted';
  override readonly exitCode = EXIT_CODES.interrupted;
}

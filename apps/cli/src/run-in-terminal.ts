import { processEnvironment, unknownVariables } from '@lethe/config';
import type { Terminal } from './command-context.js';
import { EXIT_CODES } from './exit-codes.js';

/** Moves the cursor to the beginning of the line and clears the line. */
const CLEAR = '\r\u001b[2K';

/**
 * Runs a command with the arguments, the environment and the terminal of this process, and sets the
 * exit code of the process.
 */
export async function runInTerminal(
  run: (args: readonly string[], terminal: Terminal) => Promise<number>,
): Promise<void> {
  const interruption = new AbortController();
  const end = (): void => {
    interruption.abort();
  };
  const { stderr, stdout } = process;
  let isIncomplete = false;
  stdout.on('error', ({ code = 'unwritable' }: NodeJS.ErrnoException) => {
    end();
    // The program that reads the output, such as `head`, has ended, because it has enough.
    if (code === 'EPIPE' || isIncomplete) return;
    isIncomplete = true;
    process.exitCode = EXIT_CODES.failed;
    stderr.write(`The output is incomplete, because it could not be written (${code}).\n`);
  });

  let isRewritten = false;
  /** Clears the progress line before another line is printed. */
  const clearProgress = (): void => {
    if (isRewritten) stderr.write(CLEAR);
    isRewritten = false;
  };

  const environment = processEnvironment();
  for (const line of unknownVariables(environment).values()) stderr.write(`${line}\n`);
  const exitCode = await run(process.argv.slice(2), {
    environment,
    print: (line) => {
      clearProgress();
      stdout.write(`${line}\n`);
    },
    note: (line) => {
      clearProgress();
      stderr.write(`${line}\n`);
    },
    ...(stderr.isTTY && {
      rewrite: (line: string) => {
        stderr.write(`${CLEAR}${line.slice(0, stderr.columns - 1)}`);
        isRewritten = line !== '';
      },
    }),
    untilInterrupted: () => {
      process.once('SIGINT', end).once('SIGTERM', end);
      return interruption.signal;
    },
  });
  process.exitCode ??= exitCode;
}

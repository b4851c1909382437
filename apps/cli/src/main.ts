import 'reflect-metadata';
import { processEnvironment, unknownVariables } from '@lethe/config';
import { runCli } from './run-cli.js';

/** Back to the beginning of the line, and the rest of it away. */
const CLEAR = '\r\u001b[2K';

const enough = new AbortController();
const end = (): void => {
  enough.abort();
};
process.stdout.on('error', end); // whoever read it, `head` for instance, has gone

let isRewritten = false;
const { stderr, stdout } = process;
/** What stands in the line that is written anew makes room for what stays. */
const makeRoom = (): void => {
  if (isRewritten) stderr.write(CLEAR);
  isRewritten = false;
};

const environment = processEnvironment();
for (const line of unknownVariables(environment).values()) stderr.write(`${line}\n`);
process.exitCode = await runCli(process.argv.slice(2), {
  environment,
  print: (line) => {
    makeRoom();
    stdout.write(`${line}\n`);
  },
  note: (line) => {
    makeRoom();
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
    return enough.signal;
  },
});

import 'reflect-metadata';
import { processEnvironment } from '@lethe/config';
import { unknownVariables } from '@lethe/observability';
import { runCli } from './run-cli.js';

const enough = new AbortController();
const end = (): void => {
  enough.abort();
};
process.stdout.on('error', end); // whoever read it, `head` for instance, has gone

const environment = processEnvironment();
for (const line of unknownVariables(environment).values()) process.stderr.write(`${line}\n`);
process.exitCode = await runCli(process.argv.slice(2), {
  environment,
  print: (line) => void process.stdout.write(`${line}\n`),
  note: (line) => void process.stderr.write(`${line}\n`),
  untilInterrupted: () => {
    process.once('SIGINT', end).once('SIGTERM', end);
    return enough.signal;
  },
});

import 'reflect-metadata';
import { runCli } from './run-cli.js';
import { runInTerminal } from './run-in-terminal.js';

await runInTerminal(runCli);

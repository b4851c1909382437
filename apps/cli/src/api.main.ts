import { API_PROGRAM } from './api-program.js';
import { runProgram } from './program.js';
import { runInTerminal } from './run-in-terminal.js';

await runInTerminal((args, terminal) => runProgram(API_PROGRAM, args, terminal));

export type { Terminal } from './command-context.js';
export { runCli } from './run-cli.js';

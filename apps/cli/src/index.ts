export type { CommandContext } from './command-context.js';
export { runCli } from './run-cli.js';

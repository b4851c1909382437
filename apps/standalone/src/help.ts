/** What `npm start -- --help` prints. */
export const HELP = `Starts all of Lethe in one process: the API, a PostgreSQL in a data folder, and a broker in memory.

Usage: npm start
       PORT=8081 LETHE_DATA_DIR=/somewhere npm start

It takes no arguments; everything is set with environment variables, of which most runs need none:

  PORT                  public HTTP port (8080)
  HOST                  address to listen on (127.0.0.1)
  DATABASE_URL          a PostgreSQL of your own instead of the embedded one
  LETHE_DATA_DIR        folder for what it keeps
  LETHE_WORKSPACE_FILE  workspaces, tokens, sources and destinations as a document; without it there is a demo workspace
  LOG_LEVEL             lowest level that is logged (warn)

All of them are in docs/configuration.md. Ctrl+C stops it; what was acknowledged is there at the next start.
`;

/** @param args of the command line, without node and script */
export function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}

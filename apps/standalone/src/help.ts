export const HELP = `Starts Lethe in one process: the API, a PostgreSQL in a data folder, and a broker in memory.

Usage: npm start
       PORT=8081 LETHE_DATA_DIR=/somewhere npm start

It takes no arguments. All settings are environment variables, and most runs need none of them:

  PORT                  public HTTP port (8080)
  HOST                  address to listen on (127.0.0.1)
  DATABASE_URL          your own PostgreSQL instead of the embedded one
  LETHE_DATA_DIR        folder for the data (.lethe)
  LETHE_WORKSPACE_FILE  file with workspaces, tokens, sources and destinations; without it, Lethe creates a demo workspace
  LOG_LEVEL             lowest level that is logged (warn)

docs/configuration.md describes all variables. Ctrl-C stops Lethe. Acknowledged changes are kept for the next start.
`;

/** @param args arguments without the path of Node and of the script */
export function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}

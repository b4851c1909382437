import { fileURLToPath } from 'node:url';
import { spawnApp, type SpawnedApp } from '@lethe/testing';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** Starts the built command line as a process of its own. */
export function startCli(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd?: string,
): SpawnedApp {
  return spawnApp({ args: [MAIN, ...args], env, ...(cwd === undefined ? {} : { cwd }) });
}

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string[];
  readonly stderr: string[];
}

/** Runs one command to its end. */
export async function runCli(...given: Parameters<typeof startCli>): Promise<CliResult> {
  const app = startCli(...given);
  const { code } = await app.exited;
  return { code, stdout: app.stdout, stderr: app.stderr };
}

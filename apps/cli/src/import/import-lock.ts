import { open, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { CommandFailure } from '../command-context.js';

/**
 * Keeps a second import with the same journal out. Nothing would be done twice, as both would send the
 * same requests with the same keys; but two that append to one journal confuse who reads it.
 *
 * @returns what ends it
 * @throws CommandFailure when another process has it
 */
export async function lockImport(journal: string): Promise<() => Promise<void>> {
  const path = `${journal}.lock`;
  const mine = `${process.pid} ${hostname()}`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await take(path, mine);
      return () => rm(path, { force: true });
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST') {
        throw new CommandFailure(`${path} cannot be written (${code}); see --journal.`, {
          cause: error,
        });
      }
    }
    const owner = await readFile(path, 'utf8').catch(() => '');
    if (attempt > 1 || (owner !== mine && isAlive(owner))) {
      throw new CommandFailure(
        `Another import has ${journal} (process and machine: ${owner}). If there is none, delete ${path}.`,
      );
    }
    await rm(path, { force: true }); // it was killed, or had our number in another container
  }
}

/** Leaves no lock without an owner behind, as on a full disk. */
async function take(path: string, owner: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(owner).finally(() => file.close());
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Whoever is on another machine may be. */
function isAlive(owner: string): boolean {
  const [, pid, host] = /^(\d+) (.+)$/s.exec(owner) ?? [];
  if (pid === undefined || host !== hostname()) return true;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

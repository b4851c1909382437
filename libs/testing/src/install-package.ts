import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PACK = fileURLToPath(new URL('../../../tools/pack.mjs', import.meta.url));
const OPTIONS = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'];

/** A package in a folder outside of the repository. */
export interface InstalledPackage {
  /** Folder of a user's package, with `node_modules`. */
  readonly folder: string;
  remove(): void;
}

/**
 * Packs one of our npm packages like a release, and installs the tarball into an empty folder. npm
 * takes the dependencies from its cache or from the registry.
 *
 * @param name name for tools/pack.mjs
 */
export async function installPackage(name: string): Promise<InstalledPackage> {
  const parent = mkdtempSync(join(tmpdir(), `lethe-${name}-`));
  const folder = join(parent, 'user');
  mkdirSync(folder);
  const { stdout } = await run(process.execPath, [PACK, join(parent, 'packed'), name]);
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  await run('npm', ['install', ...OPTIONS, stdout.trim()], { cwd: folder });
  return {
    folder,
    remove: () => {
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The version of DuckDB must fit the version of the DuckLake extension on PyPI. */
const REQUIREMENTS = [
  'duckdb==1.5.5',
  'duckdb-extension-ducklake==1.5.5',
  'pyarrow==26.0.1',
  'pandas==3.1.1',
  'fastparquet==2026.9.0',
  'deltalake==1.6.6',
  'pyiceberg[sql-sqlite]==0.12.0',
];
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'lethe');
const PACKAGES = join(CACHE, 'parquet-readers-1');
const MOST_OUTPUT_BYTES = 16 * 1024 * 1024;

/**
 * Installs the readers from PyPI if the folder does not exist. When versions in `REQUIREMENTS`
 * change, increase the number in the name of the folder.
 */
export async function fetchReaders(): Promise<void> {
  if (existsSync(PACKAGES)) return;
  mkdirSync(CACHE, { recursive: true });
  const partial = mkdtempSync(`${PACKAGES}.partial-`);
  try {
    const quiet = ['--quiet', '--disable-pip-version-check'];
    const args = ['-m', 'pip', 'install', ...quiet, '--target', partial, ...REQUIREMENTS];
    await promisify(execFile)('python3', args);
    if (!existsSync(PACKAGES)) renameSync(partial, PACKAGES);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** @returns the output of a script in `readers/` */
export async function python(script: string, args: readonly string[]): Promise<string> {
  const file = fileURLToPath(new URL(`readers/${script}`, import.meta.url));
  const env = { ...process.env, PYTHONPATH: PACKAGES };
  const options = { env, maxBuffer: MOST_OUTPUT_BYTES };
  return (await promisify(execFile)('python3', [file, ...args], options)).stdout;
}

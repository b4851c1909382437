import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asObject, jsonOf } from '@lethe/contracts';

const FILE = 'api.json';

/**
 * Writes the address of the API to a file in the data folder, where the command line on this
 * machine finds it.
 *
 * @param url address for programs on this machine
 * @returns a function `remove` that deletes the file. If another process of Lethe has replaced the
 *   file, `remove` keeps it
 */
export function noteAddress(dataDir: string, url: string): { remove(): void } {
  writeFileSync(join(dataDir, FILE), JSON.stringify({ url }), { mode: 0o600 });
  return {
    remove: () => {
      if (readAddress(dataDir) === url) rmSync(join(dataDir, FILE), { force: true });
    },
  };
}

/** Returns the address that `noteAddress` wrote, or undefined if the file is missing or damaged. */
export function readAddress(dataDir: string): string | undefined {
  try {
    const { url } = asObject(jsonOf(readFileSync(join(dataDir, FILE))));
    return typeof url === 'string' ? url : undefined;
  } catch {
    return undefined; // Lethe does not run there, or its version is too old to write the file
  }
}

/** Returns an address to connect to. A wildcard address becomes 127.0.0.1. */
export function reachableUrl(url: string): string {
  const parsed = new URL(url);
  if (parsed.hostname === '0.0.0.0' || parsed.hostname === '[::]') parsed.hostname = '127.0.0.1';
  return parsed.origin;
}

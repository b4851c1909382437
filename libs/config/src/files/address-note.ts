import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asObject, jsonOf } from '@lethe/contracts';

const FILE = 'api.json';

/**
 * Leaves a note in the data folder where the API of a Lethe on this machine is, for the command line.
 *
 * @param url as programs of this machine reach it
 * @returns takes the note away, unless it is another Lethe's by now
 */
export function noteAddress(dataDir: string, url: string): { remove(): void } {
  writeFileSync(join(dataDir, FILE), JSON.stringify({ url }), { mode: 0o600 });
  return {
    remove: () => {
      if (readAddress(dataDir) === url) rmSync(join(dataDir, FILE), { force: true });
    },
  };
}

/** @returns the address that `noteAddress` left, or undefined */
export function readAddress(dataDir: string): string | undefined {
  try {
    const { url } = asObject(jsonOf(readFileSync(join(dataDir, FILE))));
    return typeof url === 'string' ? url : undefined;
  } catch {
    return undefined; // no Lethe runs there, or an older one
  }
}

/** @returns an address to connect to, for one that means all addresses */
export function reachableUrl(url: string): string {
  const parsed = new URL(url);
  if (parsed.hostname === '0.0.0.0' || parsed.hostname === '[::]') parsed.hostname = '127.0.0.1';
  return parsed.origin;
}

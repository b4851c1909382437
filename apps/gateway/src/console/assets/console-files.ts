import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** What `tools/build-console.mjs` has made. */
export interface ConsoleFiles {
  /** Folder of the files that are named by what is in them. */
  readonly assets: string;
  /** The page, with `NONCE_PLACEHOLDER` where a nonce belongs. */
  readonly index: string;
}

/** As in apps/console/vite.config.ts. */
export const NONCE_PLACEHOLDER = 'NONCE_OF_THIS_ANSWER';

/** Finds the console beside the gateway: in a checkout, beside a bundle, in an image. `undefined` where it was not built. */
export function findConsoleFiles(): ConsoleFiles | undefined {
  const manifest = createRequire(import.meta.url).resolve('@lethe/console/package.json');
  const folder = join(dirname(manifest), 'dist/app');
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return undefined;
  return { assets: join(folder, 'assets'), index: readFileSync(index, 'utf8') };
}

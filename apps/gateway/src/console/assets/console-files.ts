import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Output of `tools/build-console.mjs`. */
export interface ConsoleFiles {
  /** Folder of the files with a hash in their names. */
  readonly assets: string;
  /** HTML of the page, with `NONCE_PLACEHOLDER` instead of a nonce. */
  readonly index: string;
  /** Folder of the guides, which `npm run docs:site` builds. */
  readonly guides?: string;
}

/** Must be the same text as in apps/console/vite.config.ts. */
export const NONCE_PLACEHOLDER = 'NONCE_OF_THIS_ANSWER';
/**
 * Text in apps/console/index.html that the gateway replaces, so that the console links to guides
 * only if the gateway serves guides.
 */
export const GUIDES_PLACEHOLDER = 'GUIDES_OF_THIS_GATEWAY';

/**
 * Returns the files of the console, in a checkout, a bundle or an image. Returns `undefined` if the
 * console was not built.
 */
export function findConsoleFiles(): ConsoleFiles | undefined {
  const manifest = createRequire(import.meta.url).resolve('@lethe/console/package.json');
  const dist = join(dirname(manifest), 'dist');
  const index = join(dist, 'app/index.html');
  if (!existsSync(index)) return undefined;
  const files = { assets: join(dist, 'app/assets'), index: readFileSync(index, 'utf8') };
  const guides = join(dist, 'guides');
  return existsSync(guides) ? { ...files, guides } : files;
}

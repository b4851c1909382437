// Compresses the texts of a built folder at the highest level, so that gateways do not compress
// them at run time.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Minimum size in bytes. Smaller files are not compressed, because they fit into one packet. */
const WORTH_COMPRESSING = 1024;

/** Writes `<file>.br` and `<file>.gz` beside each text in this folder. */
export async function compressTexts(folder) {
  await Promise.all(filesIn(folder).map(compress));
}

async function compress(file) {
  if (!/\.(?:js|css|svg|html|json|txt)$/.test(file)) return;
  const bytes = readFileSync(file);
  if (bytes.length < WORTH_COMPRESSING) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  writeFileSync(`${file}.br`, br);
  writeFileSync(`${file}.gz`, gz);
}

/**
 * @returns the paths of all files below a folder, except files and folders for whose name
 *   `isExcluded` returns true
 */
export function filesIn(folder, isExcluded = () => false) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (isExcluded(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path, isExcluded) : [path];
  });
}

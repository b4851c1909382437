#!/usr/bin/env node
// Makes the console's files for browsers: `apps/console/dist/app`, where the gateway finds them. Does nothing when what
// they are made of is what it was. Types are `tsc --build`'s business.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'apps/console');
const out = join(folder, 'dist/app');
const inputs = join(folder, 'dist/.inputs.sha256');
/** Bytes. Smaller files fit into a packet as they are. */
const WORTH_COMPRESSING = 1024;

/** Builds it where it is stale. */
export async function buildConsole() {
  const now = hashOfInputs();
  if (existsSync(out) && existsSync(inputs) && readFileSync(inputs, 'utf8') === now) return;
  const next = join(folder, `dist/.next-${process.pid}`);
  try {
    await build({
      root: folder,
      configFile: join(folder, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: next, emptyOutDir: true },
    });
    await Promise.all(filesIn(next).map(compress));
    const former = join(folder, `dist/.former-${process.pid}`);
    if (existsSync(out)) renameSync(out, former);
    renameSync(next, out);
    rmSync(former, { recursive: true, force: true });
    writeFileSync(inputs, now);
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/** Of contents and names, as git checks files out with times of its own. */
function hashOfInputs() {
  const hash = createHash('sha256');
  const files = filesIn(folder, (name) => /^(?:dist|dist-spec|node_modules)$/.test(name));
  const shared = filesIn(join(root, 'libs/contracts/src'));
  for (const file of [
    ...[...files, ...shared].filter((one) => !/\.spec\.tsx?$|\.md$/.test(one)),
    join(root, 'package-lock.json'),
    join(root, 'tools/build-console.mjs'),
  ].sort()) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesIn(place, isLeftOut = () => false) {
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
    if (isLeftOut(entry.name)) return [];
    const path = join(place, entry.name);
    return entry.isDirectory() ? filesIn(path, isLeftOut) : [path];
  });
}

/** Once and as small as it gets, so that no gateway compresses anything. */
async function compress(file) {
  if (!/\.(?:js|css|svg)$/.test(file)) return;
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  mkdirSync(join(folder, 'dist'), { recursive: true });
  await buildConsole();
}

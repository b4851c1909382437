#!/usr/bin/env node
// Builds the console into `apps/console/dist/app`, from where the gateway serves it. Does nothing
// if the inputs are unchanged. tools/check-types.mjs checks the types.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compressTexts, filesIn } from './compress-texts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'apps/console');
const out = join(folder, 'dist/app');
const inputs = join(folder, 'dist/.inputs.sha256');

export async function buildConsole() {
  const now = hashOfInputs();
  if (existsSync(out) && existsSync(inputs) && readFileSync(inputs, 'utf8') === now) return;
  const { build } = await import('vite'); // only if something changed: it takes time to load
  const next = join(folder, `dist/.next-${process.pid}`);
  try {
    await build({
      root: folder,
      configFile: join(folder, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: next, emptyOutDir: true },
    });
    await compressTexts(next);
    const former = join(folder, `dist/.former-${process.pid}`);
    if (existsSync(out)) renameSync(out, former);
    renameSync(next, out);
    rmSync(former, { recursive: true, force: true });
    writeFileSync(inputs, now);
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/**
 * Returns a hash of the names and contents of files. The hash does not include file times, because
 * each checkout of Git sets new times.
 */
function hashOfInputs() {
  const hash = createHash('sha256');
  const files = filesIn(folder, (name) => /^(?:dist|dist-spec|node_modules)$/.test(name));
  const shared = filesIn(join(root, 'libs/contracts/src'));
  for (const file of [
    ...[...files, ...shared].filter((one) => !/\.spec\.tsx?$|\.md$/.test(one)),
    join(root, 'package-lock.json'),
    join(root, 'tools/build-console.mjs'),
    join(root, 'tools/compress-texts.mjs'),
  ].sort()) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  mkdirSync(join(folder, 'dist'), { recursive: true });
  await buildConsole();
}

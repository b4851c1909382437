#!/usr/bin/env node
// Makes the parts of a release, and publishes the chart and the npm packages. The release workflow
// calls each step. `npm run release -- --dry-run` runs all steps and publishes nothing.
// Usage: node tools/release.mjs [--dry-run] [--tag vX.Y.Z] [--out folder] step…
//   version            checks that all stated versions are equal, and equal to the tag
//   sbom               writes the bill of materials of each image
//   images             copies the files of each image; with Docker, builds the images too. The
//                      workflow builds and publishes the images with actions of Docker
//   chart              packs the chart, pushes it to the registry, and signs it
//   suppression-index  packs this npm package, and publishes it with its provenance
//   cli                the same for the package of the command line
// Needs the output of `npm run build`. The chart needs helm and, to publish, cosign.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chartTools } from '../deploy/tools/chart-tools.mjs';
import { statedVersions } from './versions.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The apps that have an image. */
const IMAGES = ['gateway', 'regulation', 'test-runner', 'deletion-worker', 'event-filter', 'cli'];
/** Without --dry-run, at least one step must be named, because most steps publish. */
const STEPS = {
  version: checkVersions,
  sbom: writeBills,
  images: makeImages,
  chart: releaseChart,
  'suppression-index': () => releasePackage('suppression-index'),
  cli: () => releasePackage('cli'),
};
const USAGE = `usage: node tools/release.mjs [--dry-run] [--tag vX.Y.Z] [--out folder] [${Object.keys(STEPS).join('|')}]…`;

const { values, positionals } = readArguments();
const isDry = values['dry-run'];
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const owner = (process.env.GITHUB_REPOSITORY_OWNER ?? 'OWNER').toLowerCase();
const charts = `ghcr.io/${owner}/lethe/charts`;
const out =
  values.out === undefined ? mkdtempSync(join(tmpdir(), 'lethe-release-')) : resolve(values.out);
try {
  for (const step of positionals.length === 0 ? Object.keys(STEPS) : positionals) {
    console.log(`--- ${step}`);
    await STEPS[step]();
  }
  if (isDry) console.log('--- Nothing was published.');
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  if (values.out === undefined) rmSync(out, { recursive: true, force: true });
}

function readArguments() {
  const options = {
    'dry-run': { type: 'boolean', default: false },
    tag: { type: 'string' },
    out: { type: 'string' },
  };
  try {
    const given = parseArgs({ options, allowPositionals: true });
    const areKnown = given.positionals.every((step) => Object.hasOwn(STEPS, step));
    if (areKnown && (given.values['dry-run'] || given.positionals.length > 0)) return given;
  } catch (error) {
    console.error(error.message);
  }
  console.error(USAGE);
  process.exit(2);
}

function checkVersions() {
  const wanted = values.tag ?? `v${version}`;
  const stated = statedVersions();
  const wrong = stated.filter(([, one]) => `v${one}` !== wanted);
  if (wrong.length > 0) {
    const lines = wrong.map(([place, one]) => `  ${place}: ${one}`);
    throw new Error(`The version must be ${wanted.slice(1)} everywhere:\n${lines.join('\n')}`);
  }
  console.log(`${version} in ${stated.length} places`);
}

function writeBills() {
  run(process.execPath, 'tools/sbom.mjs', join(out, 'sbom'), ...IMAGES);
}

function makeImages() {
  if (!isDry) throw new Error('The workflow builds the images. This step only has a dry run.');
  const hasDocker = spawnSync('docker', ['version'], { stdio: 'ignore' }).status === 0;
  for (const app of IMAGES) {
    if (hasDocker) {
      run('docker', 'build', '--file', 'docker/Dockerfile', '--build-arg', `APP=${app}`, '.');
    } else {
      const folder = join(out, 'images', app);
      run(process.execPath, 'tools/prune-app.mjs', app, folder);
      rmSync(folder, { recursive: true }); // each copy has hundreds of files
    }
  }
  if (!hasDocker) console.log('The images were not built, because Docker does not run here.');
}

async function releaseChart() {
  const { helm, missing } = await findHelm();
  if (missing !== undefined) throw new Error(`The chart needs helm: ${missing}`);
  const folder = join(out, 'chart');
  run(helm, 'package', 'deploy/helm/lethe', '--destination', folder);
  const file = join(folder, `lethe-${version}.tgz`);
  describe(file);
  const pushed = publish(helm, 'push', file, `oci://${charts}`);
  const [digest] = /sha256:[\da-f]{64}/.exec(pushed) ?? ['sha256:…'];
  publish('cosign', 'sign', '--yes', `${charts}/lethe@${digest}`);
}

/** Finds helm in the PATH, or the helm of the tests. */
async function findHelm() {
  const { status } = spawnSync('helm', ['version'], { stdio: 'ignore' });
  return status === 0 ? { helm: 'helm' } : chartTools();
}

function releasePackage(name) {
  const folder = join(out, 'npm', name);
  run(process.execPath, 'tools/pack.mjs', folder, name);
  const [file] = readdirSync(folder).map((one) => join(folder, one));
  describe(file);
  publish('npm', 'publish', file, '--access', 'public', '--provenance');
}

function describe(file) {
  console.log(`${basename(file)}: ${(statSync(file).size / 1024).toFixed(0)} KiB`);
}

function run(command, ...args) {
  execFileSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
}

/** Runs a command that publishes; in a dry run, only prints it. @returns its output */
function publish(command, ...args) {
  if (isDry) {
    console.log(`would run: ${[basename(command), ...args].join(' ')}`);
    return '';
  }
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  process.stdout.write(`${stdout}${stderr}`);
  if (status !== 0) throw new Error(`${basename(command)} ${args[0]} failed: see above`);
  return `${stdout}${stderr}`;
}

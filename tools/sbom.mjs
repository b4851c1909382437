#!/usr/bin/env node
// Writes a CycloneDX bill of materials for the image of each app to `<folder>/<app>.cdx.json`:
// `npm run sbom -- <folder> [app…]`. Reads only the lock file, so the same commit gives the same
// bytes.
// The components are the packages that prune-app.mjs copies. Node and Debian are not included,
// because the base image lists them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { behindLink, closureOf } from './closure-of.mjs';
import { installPackages } from './own-packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [target, ...asked] = process.argv.slice(2);
const apps = readdirSync(join(root, 'apps'));
if (target === undefined || asked.some((app) => !apps.includes(app))) {
  console.error(`usage: npm run sbom -- <folder> [${apps.join('|')}]…`);
  process.exit(2);
}
const folder = resolve(target);
mkdirSync(folder, { recursive: true });
const fullBill = billOfEverything();
for (const app of asked.length === 0 ? apps : asked) {
  const bill = billOf(app);
  writeFileSync(join(folder, `${app}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${app}: ${bill.components.length} components`);
}

/** Returns the bill of materials of the whole repository, without development dependencies. */
function billOfEverything() {
  const file = join(folder, `.everything-${process.pid}.cdx.json`);
  const modules = installPackages('tools/sbom');
  const program = join(modules, '@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js');
  const options = ['--package-lock-only', '--omit', 'dev', '--output-reproducible'];
  try {
    execFileSync(process.execPath, [program, ...options, '--output-file', file], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    rmSync(file, { force: true });
  }
}

/** Returns the bill of materials of an app, with the app as its subject. */
function billOf(app) {
  const needed = closureOf(`apps/${app}`);
  const found = flatten(fullBill.components).filter((component) => needed.has(placeOf(component)));
  const missing = [...needed].filter((place) => !found.some((one) => placeOf(one) === place));
  if (missing.length > 0)
    throw new Error(`${app}: the bill of materials has no entry for ${missing.join(', ')}`);
  const subject = found.find((component) => placeOf(component) === `apps/${app}`);
  const kept = new Set(found.map((component) => component['bom-ref']));
  return {
    ...fullBill,
    metadata: { ...fullBill.metadata, component: { ...subject, type: 'application' } },
    components: found.filter((component) => component !== subject),
    dependencies: fullBill.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn = [] }) => ({
        ref,
        dependsOn: dependsOn.filter((one) => kept.has(one)),
      })),
  };
}

function flatten(components = []) {
  return components.flatMap(({ components: inner, ...component }) => [
    component,
    ...flatten(inner),
  ]);
}

/** Returns the path of a component in the lock file. */
function placeOf({ properties = [] }) {
  return behindLink(properties.find(({ name }) => name === 'cdx:npm:package:path')?.value);
}

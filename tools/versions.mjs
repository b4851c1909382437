// Finds each place that states the version of Lethe. A release requires that all are equal.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import yaml from 'yaml';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Folders of folders outside the workspaces, which have their own lock files. */
const OUTSIDE = ['docs', 'tools'];
/** Files that name images of Lethe with a tag. */
const WITH_IMAGES = ['docker/compose.yaml', 'docs/kubernetes.md'];
/** The action installs the command line of this version. */
const ACTION = '.github/actions/test-cases/action.yml';
const WITH_VALUES = ['values-production.yaml', 'ci/everything-values.yaml'];

/**
 * Returns [place, version] for manifests and lock files, the chart and its values, named images, the
 * action, the description of the events and the changelog. The API states the version of the gateway's manifest.
 */
export function statedVersions() {
  const chart = readYaml('deploy/helm/lethe/Chart.yaml');
  const [, newest] = /^## \[(.*?)\]/m.exec(read('CHANGELOG.md'));
  return [
    ...ourPackages().flatMap(({ place, locked }) => versionsOfPackage(place, locked)),
    ['deploy/helm/lethe/Chart.yaml version', chart.version],
    ['deploy/helm/lethe/Chart.yaml appVersion', chart.appVersion],
    ...WITH_VALUES.map((name) => {
      const file = `deploy/helm/lethe/${name}`;
      return [`${file} image.tag`, readYaml(file).image.tag];
    }),
    ...WITH_IMAGES.flatMap((file) =>
      [...read(file).matchAll(/\/lethe\/([\w-]+|\$app):([\w.-]+)/g)].map(([, app, tag]) => [
        `${file} ${app}`,
        tag,
      ]),
    ),
    [ACTION, readYaml(ACTION).inputs.cli.default.split('@').at(-1)],
    ['docs/events/asyncapi.yaml', readYaml('docs/events/asyncapi.yaml').info.version],
    ['CHANGELOG.md', newest],
  ];
}

/** Returns our packages, with their versions in the lock files. */
function ourPackages() {
  const inWorkspaces = Object.entries(readJson('package-lock.json').packages)
    .filter(([place, { name }]) => !place.includes('node_modules/') && isOurs(name))
    .map(([place, { version }]) => ({ place, locked: version }));
  const outside = OUTSIDE.flatMap((folder) =>
    readdirSync(join(root, folder))
      .map((name) => join(folder, name))
      .filter((place) => existsSync(join(root, place, 'package-lock.json')))
      .map((place) => ({ place, locked: readJson(join(place, 'package-lock.json')).version })),
  );
  return [...inWorkspaces, ...outside];
}

function versionsOfPackage(place, locked) {
  const file = join(place, 'package.json');
  const { version, dependencies = {} } = readJson(file);
  return [
    [file, version],
    [`${file} in the lock file`, locked],
    ...Object.entries(dependencies)
      .filter(([name]) => isOurs(name))
      .map(([name, wanted]) => [`${file} ${name}`, wanted]),
  ];
}

function isOurs(name) {
  return name === 'lethe' || name?.startsWith('@lethe/') === true;
}

function read(path) {
  return readFileSync(join(root, path), 'utf8');
}

function readJson(path) {
  return JSON.parse(read(path));
}

function readYaml(path) {
  return yaml.parse(read(path));
}

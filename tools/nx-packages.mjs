// Tells nx the layer of each package, and the commands that build, test and lint the package. The
// rules of the layers are in eslint.config.mjs.
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Layers of packages whose layer is not that of `USUAL`. Packages that are in no other layer have
 * `root`.
 */
const LAYERS = {
  'libs/contracts': 'contracts',
  'libs/api': 'api',
  'libs/testing': 'testing',
  'apps/gateway': 'edge',
  'apps/console': 'edge',
  'apps/standalone': 'root',
  'apps/cli': 'root',
  'apps/cluster': 'root',
};
const USUAL = { libs: 'platform', apps: 'app' };

const JEST = 'node --experimental-vm-modules node_modules/jest/bin/jest.js --passWithNoTests';
/** Commands that download what the tests of a package need. */
const FETCHED = {
  deploy:
    'node deploy/tools/chart-tools.mjs --quiet && node deploy/tools/prometheus.mjs --quiet && ',
};

export const createNodesV2 = [
  '{apps/*,libs/*,e2e,bench,deploy}/package.json',
  (files, _options, { workspaceRoot }) =>
    files.map((file) => {
      const place = dirname(file);
      const layer = `layer:${LAYERS[place] ?? USUAL[dirname(place)] ?? 'root'}`;
      const tags = place === 'apps/console' ? [layer, 'scope:console'] : [layer];
      const targets = targetsOf(place, (path) => existsSync(join(workspaceRoot, place, path)));
      return [file, { projects: { [place]: { tags, targets } } }];
    }),
];

function targetsOf(place, has) {
  const name = basename(place);
  const isCompiled = has('tsconfig.json');
  const isBundled = has('src/main.ts') && place !== 'apps/cluster';
  const bundle = ` && node tools/bundle-apps.mjs ${name}`;
  const compile = isCompiled ? ` && node tools/compile.mjs ${place}` : '';
  const program = isCompiled ? place : 'tools/tsconfig.specs.json';
  return {
    lint: { command: `eslint --max-warnings 0 ${place}` },
    ...(place !== 'bench' && {
      build: { command: `node tools/check-types.mjs ${program}${isBundled ? bundle : compile}` },
      test: { command: `${FETCHED[name] ?? ''}${JEST} --selectProjects ${name}` },
    }),
  };
}

import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';

const root = import.meta.dirname;
const isLong = process.env.LETHE_TEST_LONG === 'true';
/** Only what hangs is ended by it: a machine that stands still must not matter. */
const testTimeout = isLong ? 3_600_000 : 900_000;

/**
 * All packages in one run: `npm test`, `npm run jest -- <path>` for some files of it, `--selectProjects <package>` for
 * those of one.
 */
export default {
  projects: [...['libs', 'apps'].flatMap(packagesIn), 'e2e', 'deploy'].map(project),
  reporters: ['default', '<rootDir>/tools/jest/times-reporter.mjs'],
  testSequencer: '<rootDir>/tools/jest/longest-first.mjs',
  // Half of a test's time is waiting; a file of the end-to-end part starts up to eight processes.
  maxWorkers: Math.min(2 * availableParallelism(), 8),
  // Modules of earlier files stay in memory, and are looked through whenever garbage is collected.
  workerIdleMemoryLimit: '500MB',
  testTimeout, // a run of several projects does not ask the projects for theirs
};

function packagesIn(folder) {
  return readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
}

/**
 * One Jest configuration for every package: TypeScript as ES modules through SWC (with decorator
 * metadata, which Nest and TypeORM need), libs straight from their sources, no build before a test.
 */
function project(place) {
  return {
    displayName: basename(place),
    rootDir: join(root, place),
    testEnvironment: join(root, 'tools/jest/environment.mjs'),
    testEnvironmentOptions: {
      customExportConditions: ['@lethe/source', 'node', 'node-addons'],
    },
    testMatch: [
      '<rootDir>/src/**/*.spec.ts',
      '<rootDir>/test/**/*.spec.ts',
      '<rootDir>/*.e2e.spec.ts',
      '<rootDir>/*.e2e.long.spec.ts',
      '<rootDir>/console/*.e2e{,.long}.spec.ts',
    ],
    testPathIgnorePatterns: [
      '/node_modules/',
      '/dist/',
      '/dist-spec/',
      // These have no short form.
      ...(isLong ? [] : ['\\.long\\.spec\\.ts$']),
    ],
    extensionsToTreatAsEsm: ['.ts'],
    moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
    transform: {
      '^.+\\.ts$': [
        '@swc/jest',
        {
          jsc: {
            parser: { syntax: 'typescript', decorators: true },
            transform: { legacyDecorator: true, decoratorMetadata: true },
            target: 'es2022',
            keepClassNames: true,
          },
          module: { type: 'es6' },
          sourceMaps: 'inline',
        },
      ],
      // Fastify's light-my-request requires these, and they are ES modules: Node 20 cannot in Jest.
      '/node_modules/(cookie|content-disposition)/.+\\.js$': [
        '@swc/jest',
        { module: { type: 'commonjs' } },
      ],
    },
    transformIgnorePatterns: ['/node_modules/(?!(cookie|content-disposition)/)'],
    globalSetup: join(root, 'libs/testing/jest.global-setup.mjs'),
    testTimeout,
  };
}

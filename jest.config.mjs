import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';

const root = import.meta.dirname;
const isLong = process.env.LETHE_TEST_LONG === 'true';
/** Only ends tests that hang. It is long, so that a suspended machine fails no test. */
const testTimeout = isLong ? 3_600_000 : 900_000;

/**
 * All packages in one run: `npm test`, `npm run jest -- <path>` for some files, or
 * `--selectProjects <package>` for one package.
 */
export default {
  projects: [...['libs', 'apps'].flatMap(packagesIn), 'e2e', 'deploy'].map(project),
  reporters: ['default', '<rootDir>/tools/jest/times-reporter.mjs'],
  testSequencer: '<rootDir>/tools/jest/longest-first.mjs',
  // Half of a test's time is waiting. A file of the end-to-end tests starts up to eight processes.
  maxWorkers: Math.min(2 * availableParallelism(), 8),
  // Modules of earlier files stay in memory, which slows down every garbage collection.
  workerIdleMemoryLimit: '500MB',
  testTimeout, // a run of several projects ignores the value of each project
};

function packagesIn(folder) {
  return readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
}

/**
 * Returns one Jest configuration for every package: TypeScript as ES modules through SWC, with the
 * decorator metadata that Nest and TypeORM need. Libs load from their sources without a build.
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
      // Tests without a short form.
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
      // Fastify's light-my-request requires these ES modules, which Node 20 cannot do in Jest.
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

import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { SWC_OPTIONS } from './tools/swc-options.mjs';

const root = import.meta.dirname;
const isLong = process.env.LETHE_TEST_LONG === 'true';
/**
 * Limit in milliseconds that only stops tests that hang. It is long, so that no test fails because
 * the machine was suspended.
 */
const testTimeout = isLong ? 3_600_000 : 900_000;

/**
 * Runs the tests of all packages: `npm test`. For some files: `npm run jest -- <path>`. For one
 * package: `npm run jest -- --selectProjects <package>`.
 */
export default {
  projects: [...['libs', 'apps'].flatMap(packagesIn), 'e2e', 'deploy'].map(project),
  reporters: ['default', '<rootDir>/tools/jest/times-reporter.mjs'],
  testSequencer: '<rootDir>/tools/jest/longest-first.mjs',
  // More workers than CPUs, because tests wait half of their time. At most 8, because an end-to-end
  // test starts up to eight processes.
  maxWorkers: Math.min(2 * availableParallelism(), 8),
  // Restarts a worker above this size, because modules of earlier files stay in memory and make
  // every garbage collection slower.
  workerIdleMemoryLimit: '500MB',
  testTimeout, // a run of several projects ignores the values of the projects
};

function packagesIn(folder) {
  return readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
}

/**
 * Returns the Jest configuration of a package. SWC compiles TypeScript to ES modules, with the
 * decorator metadata that Nest and TypeORM need. Tests load libs from their sources, without a
 * build.
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
      // Tests that run only in a long run.
      ...(isLong ? [] : ['\\.long\\.spec\\.ts$']),
    ],
    extensionsToTreatAsEsm: ['.ts'],
    moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
    transform: {
      '^.+\\.ts$': ['@swc/jest', { ...SWC_OPTIONS, sourceMaps: 'inline' }],
      // light-my-request of Fastify calls `require` for these ES modules. In Jest, Node 20 cannot
      // do this.
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

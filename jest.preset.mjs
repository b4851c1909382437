import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Only what hangs is ended by it: a machine that stands still must not matter. */
export const testTimeout = process.env.LETHE_TEST_LONG === 'true' ? 3_600_000 : 900_000;

/**
 * One Jest configuration for every project: TypeScript as ES modules through SWC (with decorator
 * metadata, which Nest and TypeORM need), libs straight from their sources, no build before a test.
 *
 * @param displayName the project's name, for `--selectProjects`
 */
export function jestConfig(displayName) {
  return {
    displayName,
    testEnvironment: at('./tools/jest/environment.mjs'),
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
      ...(process.env.LETHE_TEST_LONG === 'true' ? [] : ['\\.long\\.spec\\.ts$']),
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
    globalSetup: at('./libs/testing/jest.global-setup.mjs'),
    testTimeout,
  };
}

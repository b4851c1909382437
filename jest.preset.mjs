import { existsSync } from 'node:fs';

/**
 * One Jest configuration for every project: TypeScript as ES modules through SWC (with decorator
 * metadata, which Nest and TypeORM need), libs straight from their sources, no build before a test.
 */
export function jestConfig(displayName, overrides = {}) {
  const globalSetup = new URL('./libs/testing/jest.global-setup.mjs', import.meta.url);
  const countReporter = new URL('./tools/count-reporter.mjs', import.meta.url);
  return {
    displayName,
    testEnvironment: 'node',
    testEnvironmentOptions: {
      customExportConditions: ['@lethe/source', 'node', 'node-addons'],
    },
    testMatch: [
      '<rootDir>/src/**/*.spec.ts',
      '<rootDir>/test/**/*.spec.ts',
      '<rootDir>/*.e2e.spec.ts',
    ],
    testPathIgnorePatterns: ['/node_modules/', '/dist/', '/dist-spec/'],
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
    ...(existsSync(globalSetup) ? { globalSetup: globalSetup.pathname } : {}),
    ...(process.env.LETHE_TEST_RESULTS === undefined
      ? {}
      : { reporters: ['default', [countReporter.pathname, { name: displayName }]] }),
    testTimeout: 120_000,
    ...overrides,
  };
}

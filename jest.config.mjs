import { availableParallelism } from 'node:os';
import { testTimeout } from './jest.preset.mjs';

/** All projects in one run: `npm test`, and `npm run jest -- <path>` for some files of it. */
export default {
  projects: ['<rootDir>/libs/*', '<rootDir>/apps/*', '<rootDir>/e2e', '<rootDir>/deploy'],
  reporters: ['default', '<rootDir>/tools/jest/times-reporter.mjs'],
  testSequencer: '<rootDir>/tools/jest/longest-first.mjs',
  // Half of a test's time is waiting.
  maxWorkers: 2 * availableParallelism(),
  testTimeout, // a run of several projects does not ask the projects for theirs
};

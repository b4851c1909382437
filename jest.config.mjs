import { availableParallelism } from 'node:os';
import { testTimeout } from './jest.preset.mjs';

/** All projects in one run: `npm test`, and `npm run jest -- <path>` for some files of it. */
export default {
  projects: ['<rootDir>/libs/*', '<rootDir>/apps/*', '<rootDir>/e2e', '<rootDir>/deploy'],
  reporters: ['default', '<rootDir>/tools/jest/times-reporter.mjs'],
  testSequencer: '<rootDir>/tools/jest/longest-first.mjs',
  // Half of a test's time is waiting; a file of the end-to-end part starts up to eight processes.
  maxWorkers: Math.min(2 * availableParallelism(), 8),
  // Modules of earlier files stay in memory, and are looked through whenever garbage is collected.
  workerIdleMemoryLimit: '500MB',
  testTimeout, // a run of several projects does not ask the projects for theirs
};

import { jestConfig } from '../jest.preset.mjs';

// One file at a time: each starts processes and stops servers, and measures how fast others notice.
export default jestConfig('e2e', { maxWorkers: 1, testTimeout: 240_000 });

import { jestConfig } from '../jest.preset.mjs';

// One file at a time: each runs helm, and the validator holds all of Kubernetes' schemas.
export default jestConfig('deploy', { maxWorkers: 1, testTimeout: 300_000 });

import { jestConfig } from '../../jest.preset.mjs';

// Most tests start several processes, one after the other.
export default jestConfig('cli', { testTimeout: 90_000 });

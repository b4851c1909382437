import { jestConfig } from '../jest.preset.mjs';

// The longest waits in a test are for what befalls processes one after another.
export default jestConfig('e2e', { testTimeout: 240_000 });

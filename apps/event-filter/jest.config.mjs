import { jestConfig } from '../../jest.preset.mjs';

export default jestConfig('event-filter', { testTimeout: 240_000 });

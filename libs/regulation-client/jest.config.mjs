import { jestConfig } from '../../jest.preset.mjs';

export default jestConfig('regulation-client');

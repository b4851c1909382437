/** Starts `npm run chaos`. As in tests, a watchdog ends all processes that a run leaves behind. */
import prepareTestRun from '../../libs/testing/jest.global-setup.mjs';
import { enterEmptyFolder } from '../../tools/jest/isolated-environment.mjs';

prepareTestRun();
process.on('exit', enterEmptyFolder());
await import('./main.ts');

/** What `npm run chaos` starts: as for tests, whatever a run leaves behind is ended by a watchdog. */
import prepareTestRun from '../../libs/testing/jest.global-setup.mjs';
import { enterEmptyFolder } from '../../tools/jest/own-surroundings.mjs';

prepareTestRun();
process.on('exit', enterEmptyFolder());
await import('./main.ts');

/** What `npm run chaos` starts: as for tests, whatever a run leaves behind is ended by a watchdog. */
import prepareTestRun from '../../libs/testing/jest.global-setup.mjs';

prepareTestRun();
await import('./main.ts');

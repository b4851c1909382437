import { findBrowser } from '@lethe/testing/browser';

export { launchBrowser } from '@lethe/testing/browser';

/**
 * `describe` for tests in a real Chromium. Where there is none they are skipped, with the reason in the name; with
 * `LETHE_REQUIRE_BROWSER=1`, as CI has it, that is a failure.
 */
export function describeWithBrowser(name: string, tests: () => void): void {
  const reason = 'no Chromium: install one, or name it in LETHE_TEST_BROWSER';
  if (findBrowser() !== undefined) {
    describe(name, tests);
  } else if (process.env.LETHE_REQUIRE_BROWSER === '1') {
    describe(name, () => {
      it('has a browser to run in', () => {
        throw new Error(reason);
      });
    });
  } else {
    describe.skip(`${name} (skipped: ${reason})`, tests);
  }
}

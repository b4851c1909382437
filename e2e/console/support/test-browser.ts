import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Nothing but what the page asks for: no updates, no lists of bad sites, no metrics. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-first-run',
  '--no-pings',
];

function findBrowser(): string | undefined {
  const named = process.env.LETHE_TEST_BROWSER;
  return named ?? USUAL_PLACES.find((place) => existsSync(place));
}

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

export function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('there is no browser');
  // Chromium refuses its sandbox to root, who runs tests in containers.
  const chromiumSandbox = process.getuid?.() !== 0;
  return chromium.launch({ executablePath, chromiumSandbox, args: QUIET });
}

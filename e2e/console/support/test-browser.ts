import { existsSync } from 'node:fs';
import { skipOrFail } from '@lethe/testing';
import { chromium, type Browser } from 'playwright-core';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Options that stop the browser's own requests, such as updates, lists of bad sites, and metrics.
 */
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

/**
 * Returns the path of Chromium: `LETHE_TEST_BROWSER`, or one of the usual paths. Returns undefined
 * if there is no Chromium.
 */
function findBrowser(): string | undefined {
  const named = process.env.LETHE_TEST_BROWSER;
  return named ?? USUAL_PLACES.find((place) => existsSync(place));
}

/**
 * Starts Chromium without a window. The caller must close it.
 *
 * @throws Error if there is no browser, and Playwright's error if it does not start
 */
export function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) {
    throw new Error('There is no Chromium. Install one, or name it in LETHE_TEST_BROWSER.');
  }
  // Chromium has no sandbox for root, and containers run tests as root.
  const chromiumSandbox = process.getuid?.() !== 0;
  return chromium.launch({ executablePath, chromiumSandbox, args: QUIET });
}

/**
 * `describe` for tests in a real Chromium. With `LETHE_REQUIRE_BROWSER=1`, as in CI, a missing
 * Chromium is a failure.
 */
export function describeWithBrowser(name: string, tests: () => void): void {
  const missing = 'no Chromium: install one, or name it in LETHE_TEST_BROWSER';
  const isRequired = process.env.LETHE_REQUIRE_BROWSER === '1';
  const isMissing = findBrowser() === undefined;
  skipOrFail('a browser', isMissing ? missing : undefined, name, tests, isRequired);
}

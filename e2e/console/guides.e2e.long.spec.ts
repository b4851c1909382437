import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { StandaloneSystem } from '../standalone-system.js';
import { TOKENS } from '../support/workspaces.js';
import { ConsolePage } from './support/console-page.js';
import { describeWithBrowser, launchBrowser } from './support/test-browser.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Builds the site with npm, so this test is slow. apps/gateway/test/console.int.spec.ts tests a
 * gateway with a small site.
 */
describeWithBrowser('the documentation site', () => {
  let system: StandaloneSystem;
  let browser: Browser;

  beforeAll(async () => {
    execFileSync('npm', ['run', 'docs:site'], { cwd: ROOT, stdio: 'pipe' });
    [system, browser] = await Promise.all([StandaloneSystem.start(), launchBrowser()]);
  });

  afterAll(async () => {
    await browser.close();
    await system.stop();
  });

  it('finds a page with its search, and violates no policy of the gateway', async () => {
    const tab = await ConsolePage.open(browser, system.address);
    const { page } = tab;
    tab.expects(/^401 GET \/v2\/me$/);
    await page.goto('/docs');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('overdue');
    await page.getByRole('option').first().waitFor();
    await page.getByRole('option').filter({ hasText: 'Overdue' }).first().click();
    await page.waitForURL(/\/docs\/.+\.html/);
    await page
      .locator('main')
      .getByText(/overdue/i)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'API reference' }).first().click();
    await page.waitForURL(/:\d+\/docs\/reference$/);
    await page.locator('#swagger-ui .opblock').first().waitFor();
    await page.goto('/docs/');
    await page.getByRole('link', { name: 'Console', exact: true }).first().click();
    await page.waitForURL(/:\d+\/console\//);
    expect(await tab.problems()).toEqual([]);
    await tab.close();
  });

  it('explains a term to which the console links', async () => {
    const tab = await ConsolePage.open(browser, system.address);
    const { page } = tab;
    await tab.signIn(TOKENS.admin);
    await tab.goto('/data-planes', 'Data planes');
    const [guide] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: /^Explanation: / }).click(),
    ]);
    await guide.waitForURL(/:\d+\/docs\/terms\.html#data-plane$/);
    expect(await guide.locator('#data-plane').innerText()).toContain('collects events');
    await tab.close();
  });
});

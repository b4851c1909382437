import type { Browser } from 'playwright-core';
import { Receiver } from '../test-api/receiver.js';
import { StandaloneSystem } from '../standalone-system.js';
import { ConsolePage } from './support/console-page.js';
import { liveIn, shop, SHOP_TOKENS } from './support/lived-in.js';
import { describeWithBrowser, launchBrowser } from './support/test-browser.js';

/**
 * Takes screenshots for developers if `LETHE_SCREENSHOTS=1`. They are in `.cache/screenshots`, and
 * show every page after some days of use.
 */
describeWithBrowser('screenshots', () => {
  let receiver: Receiver;
  let system: StandaloneSystem;
  let browser: Browser;
  let pages: readonly (readonly [name: string, path: string, heading: string | RegExp])[];

  beforeAll(async () => {
    receiver = await Receiver.start();
    [system, browser] = await Promise.all([
      StandaloneSystem.start([shop(receiver)], { LETHE_UNAVAILABLE_AFTER: '2' }),
      launchBrowser(),
    ]);
    const made = await liveIn(system.address);
    pages = [
      ['overview', '/', 'Overview'],
      ['regulations', '/regulations', 'Regulations'],
      ['new-regulation', '/regulations/new', 'New regulation'],
      ['regulation', `/regulations/${made.regulation}`, /./],
      ['users', '/users', 'Users'],
      ['imports', '/imports', 'Imports'],
      ['new-import', '/imports/new', 'New import'],
      ['import', `/imports/${made.import}`, /./],
      ['deletions', '/deletions', 'Deletions'],
      ['destinations', '/destinations', 'Destinations'],
      ['new-destination', '/destinations/new', 'New destination'],
      ['new-destination-form', '/destinations/new?type=WEBHOOK', /./],
      ['destination', '/destinations/dst_newsletter', /./],
      ['destination-deletions', '/destinations/dst_newsletter?tab=deletions', /./],
      ['destination-test', '/destinations/dst_warehouse?tab=test', /./],
      ['sources', '/sources', 'Sources'],
      ['source', '/sources/src_web', /./],
      ['connections', '/connections', 'Connections'],
      ['transformations', '/transformations', 'Transformations'],
      ['new-transformation', '/transformations/new', 'New transformation'],
      ['transformation', '/transformations/tr_mask', /./],
      ['transformation-versions', '/transformations/tr_mask?tab=versions', /./],
      ['libraries', '/libraries', 'Libraries'],
      ['library', `/libraries/${made.library}`, /./],
      ['playground', '/playground?transformation=tr_mask', 'Playground'],
      ['data-planes', '/data-planes', 'Data planes'],
      ['tokens', '/tokens', 'Tokens'],
      ['system', '/system', 'System'],
      ['not-found', '/nothing', 'Page not found'],
    ];
  });
  afterAll(async () => {
    await browser.close();
    await system.stop();
    await receiver.stop();
  });

  it.each(['light', 'dark'] as const)('are taken in the %s theme', async (theme) => {
    for (const width of [1440, 360]) {
      const tab = await ConsolePage.open(browser, system.address, { theme, width });
      await tab.page.goto('/console/');
      tab.expects(/^401 GET \/v2\/me$/);
      await tab.page.getByLabel('Access token').waitFor();
      await tab.screenshot(`${theme}-${width}-sign-in`);
      await tab.signIn(SHOP_TOKENS.owner);
      for (const [name, path, heading] of pages) {
        await tab.page.goto(`/console${path}`);
        await tab.page.getByRole('heading', { level: 1, name: heading }).waitFor();
        await tab.page
          .getByRole('status')
          .filter({ hasText: 'Loading' })
          .first()
          .waitFor({ state: 'detached' });
        await tab.screenshot(`${theme}-${width}-${name}`);
      }
      await tab.goto('/users', 'Users');
      await tab.page
        .getByRole('searchbox')
        .or(tab.page.getByRole('textbox'))
        .first()
        .fill('grace.hopper');
      await tab.page.keyboard.press('Enter');
      await tab.page.getByText('Newsletter').first().waitFor();
      await tab.screenshot(`${theme}-${width}-person`);
      await tab.close();
    }
  });
});

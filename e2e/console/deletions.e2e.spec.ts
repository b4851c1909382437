import { waitFor } from '@lethe/testing';
import type { Browser } from 'playwright-core';
import { StandaloneSystem } from '../standalone-system.js';
import { Api } from '../support/api.js';
import { TOKENS, WORKSPACE } from '../support/workspaces.js';
import { Receiver } from '../test-api/receiver.js';
import { ConsolePage } from './support/console-page.js';
import { expectAccessible } from './support/expect-accessible.js';
import { describeWithBrowser, launchBrowser } from './support/test-browser.js';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const FAILING = 'person-whose-deletion-fails';
const ABORTED = 'person-whose-deletion-is-aborted';
const EXCEPTED = 'person-whose-deletion-is-excepted';

describeWithBrowser('destinations and deletions in the console', () => {
  let system: StandaloneSystem;
  let receiver: Receiver;
  let browser: Browser;
  let tab: ConsolePage;

  beforeAll(async () => {
    receiver = await Receiver.start();
    [system, browser] = await Promise.all([StandaloneSystem.start([workspace]), launchBrowser()]);
    tab = await ConsolePage.open(browser, system.address);
    tab.hides(SECRET, FAILING, ABORTED, EXCEPTED);
    await tab.signIn(TOKENS.admin);
  });

  afterAll(async () => {
    await browser.close();
    await system.stop();
    await receiver.stop();
  });

  afterEach(async () => {
    expect(await tab.problems()).toEqual([]);
  });

  const button = (name: string) => tab.page.getByRole('button', { name, exact: true });
  const confirm = (name: string) =>
    tab.page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

  const sendToReceiver = async () => {
    const { page } = tab;
    await button('Send…').click();
    await page.getByText(`1 request to ${receiver.url}`).waitFor();
    await expectAccessible(page);
    await confirm('Send');
    await page
      .getByRole('heading', { name: /^Answer/ })
      .getByText('200')
      .waitFor();
  };

  it('require the mandatory settings of a new destination before a test', async () => {
    const { page } = tab;
    const tests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/v0/')) tests.push(request.url());
    });
    await tab.goto('/destinations/new?type=KLAVIYO', 'New destination: Klaviyo');
    await page.getByText('Fill in the required settings first: Api key.').waitFor();
    await button('Preview').click();
    await page.getByText('Required: fill in this field.').waitFor();
    expect(tests).toEqual([]);
  });

  it('test a new destination before it is saved, and send only after a confirmation', async () => {
    const { page } = tab;
    const sent = receiver.requests.length;
    await tab.goto('/destinations/new?type=WEBHOOK', 'New destination: Webhook');
    await page.getByLabel('Webhook URL').fill(`${receiver.url}/typed-in`);
    await page.getByRole('button', { name: /^Add a row/ }).click();
    await page.getByLabel('From', { exact: true }).fill('X-Key');
    await page.getByLabel('To', { exact: true }).fill(SECRET);
    tab.expects(/^400 POST \/v0\/testDestination$/);
    await page.getByLabel('Deletion secret', { exact: true }).fill('wh***');
    await button('Preview').click();
    await page.getByText(/^This value .*mask/).waitFor();
    await page.getByLabel('Deletion secret', { exact: true }).fill(SECRET);
    await button('Preview').click();
    await page.getByRole('heading', { name: `POST ${receiver.url}/typed-in` }).waitFor();
    await page.getByText(/^This value .*mask/).waitFor({ state: 'detached' });
    expect(receiver.requests.length).toBe(sent);
    await sendToReceiver();
    expect(receiver.requests.slice(sent)).toMatchObject([
      { path: '/typed-in', headers: { 'x-key': SECRET } },
    ]);
    const result = await page.getByRole('region', { name: 'Result' }).innerText();
    expect(result).toContain('wh***');
    expect(result).not.toContain(SECRET);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [360, 1280]) {
        await tab.widen(width);
        await expectAccessible(page);
        await tab.screenshot(`new-destination-tested-${colorScheme}-${width}`);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
          width,
        );
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await tab.goto('/destinations', 'Destinations');
    await page.getByText('No destinations yet').waitFor();
  });

  it('create a destination with the form of a type, found among all types', async () => {
    const { page } = tab;
    await tab.goto('/destinations', 'Destinations');
    await page.getByRole('link', { name: 'New destination' }).click();
    await page.getByPlaceholder(/^Find among 2\d\d types$/).fill('webh');
    await page.getByRole('link', { name: /^Webhook Your own endpoint/ }).click();
    await page.getByLabel('Name').fill('Warehouse');
    await page.getByLabel('Deletion URL').fill(`${receiver.url}/broken`);
    await page.getByLabel('Deletion secret').fill(SECRET);
    await page.getByLabel('Webhook URL').fill(`${receiver.url}/events`);
    await expectAccessible(page);
    await button('Create').click();
    await page.getByRole('heading', { level: 1, name: 'Warehouse' }).waitFor();
    expect(await page.content()).not.toContain(SECRET);
    expect(await page.getByLabel('Deletion secret', { exact: true }).isDisabled()).toBe(true);
  });

  it('test a change with one event before it is saved, and send only after a confirmation', async () => {
    const { page } = tab;
    const sent = receiver.requests.length;
    await page.getByLabel('Webhook URL').fill(`${receiver.url}/changed`);
    await page.getByText('The test uses your unsaved changes: Webhook URL.').waitFor();
    await button('Preview').click();
    await page.getByText(`${receiver.url}/changed`).first().waitFor();
    expect(receiver.requests.length).toBe(sent);
    await sendToReceiver();
    expect(receiver.requests.slice(sent).map(({ path }) => path)).toEqual(['/changed']);
    await button('Save').click();
    await page.getByText('Data planes use the new settings').waitFor();
  });

  it('pause deletions, so that orders wait until the resume and then fail with a reason', async () => {
    const { page } = tab;
    receiver.brokenWith = 500;
    await page.getByRole('tab', { name: 'Deletions' }).click();
    await button('Pause').click();
    await confirm('Pause');
    await page.getByText('Paused', { exact: true }).first().waitFor();
    await order(FAILING);
    await page.getByRole('list', { name: 'Summary' }).getByText('Deleted at 0 of 1').waitFor();
    expect(receiver.count(FAILING)).toBe(0);
    const regulation = page.url();

    await tab.goto('/deletions', 'Deletions');
    await button('Actions for Warehouse').click();
    await page.getByRole('menuitem', { name: 'Resume deletions…' }).click();
    await confirm('Resume');
    await page.getByText('1 failed, will retry', { exact: true }).waitFor();
    await page.getByLabel('Order').click();
    const byDeadline = page.waitForRequest((request) => request.url().includes('sort=due'));
    await page.getByRole('option', { name: 'Earliest deadline first' }).click();
    await byDeadline;
    await page.getByRole('button', { name: 'Warehouse', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('list', { name: 'Attempts' })
      .getByText(/answered with status 500/)
      .first()
      .waitFor();
    await expectAccessible(page);
    await page.goto(regulation);
    await page.getByText('Failed, will retry at 1, next attempt').waitFor();
    await page
      .getByText(/answered with status 500/)
      .first()
      .waitFor();
    await page.getByText('Next attempt').first().waitFor();
  });

  it('show live that a deletion fails permanently, and is complete after a retry', async () => {
    const { page } = tab;
    receiver.brokenWith = 401;
    await order(ABORTED);
    const line = page.getByRole('list', { name: 'Summary' });
    await line.getByText('Failed permanently at 1').waitFor();
    await page.evaluate('window.isTheSame = true');
    receiver.brokenWith = undefined;
    await button('Retry').click();
    await page
      .getByRole('dialog')
      .getByText(/^Warehouse, failed before: .*answered with status 401/)
      .waitFor();
    await expectAccessible(page);
    await confirm('Retry');
    await line.getByText('Deleted at 1 of 1').waitFor();
    expect(receiver.count(ABORTED)).toBe(2);

    const timeline = page.getByRole('list', { name: 'What happened' });
    await timeline.getByText('Regulation created').waitFor();
    await timeline.getByText('Suppressed at all sources').waitFor();
    await timeline.getByText('Complete', { exact: true }).first().waitFor();
    await page.getByRole('tab', { name: 'Full history' }).click();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByRole('row', { name: /Complete Warehouse/ }).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate('window.isTheSame')).toBe(true);
  });

  it('lead from the overview to a deletion that failed permanently, and close it with an exception', async () => {
    const { page } = tab;
    receiver.brokenWith = 401;
    const unable = { id: 'dst_snow', name: 'Snow', type: 'SNOWFLAKE' };
    await new Api(system.address, TOKENS.admin).request('POST', '/v2/destinations', {
      body: unable,
    });
    await order(EXCEPTED, async () => {
      const all = page.getByRole('radio', { name: 'All destinations that can delete' });
      expect(await all.isChecked()).toBe(true);
      const today = new Date().toISOString().slice(0, 10);
      await page.getByLabel('Request received on').fill(today);
      await page.getByLabel('Law that sets the deadline').click();
      await page.getByRole('option', { name: 'CCPA: 45 days' }).click();
    });
    await page
      .getByRole('list', { name: 'Summary' })
      .getByText('Failed permanently at 1')
      .waitFor();
    await page.getByText('Snow is of type SNOWFLAKE, which does not support deletion').waitFor();
    const regulation = page.url();
    await page
      .getByText(/ UTC \(\d+ days left\)$/)
      .first()
      .waitFor();

    await tab.goto('/', 'Overview');
    await page
      .getByRole('link', { name: /^deletion failed permanently: retry it, or close/ })
      .click();
    await page.getByRole('grid').getByRole('button', { name: 'Warehouse', exact: true }).click();
    await button('Close with an exception…').click();
    const dialog = page.getByRole('dialog').last();
    await dialog.getByLabel('Reason').fill('The vendor closed our account.');
    await dialog.getByLabel('Legal basis').fill('Ticket 4711');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close with an exception', exact: true }).click();
    await page.getByText('No job matches the filters.').waitFor();

    await page.goto(regulation);
    const timeline = page.getByRole('list', { name: 'What happened' });
    await timeline.getByText('Closed with an exception').first().waitFor();
    await timeline.getByText('The vendor closed our account.').first().waitFor();
    await timeline
      .getByText(/basis: .Ticket 4711/)
      .first()
      .waitFor();
    await tab.goto('/', 'Overview');
    await page.getByText('deletion failed permanently').waitFor({ state: 'detached' });
  });

  /** Chooses the only destination that can delete. */
  async function chooseWarehouse(): Promise<void> {
    const { page } = tab;
    await page.getByRole('radio', { name: 'Only at destinations that you choose' }).click();
    await page.getByRole('combobox', { name: 'Destinations' }).fill('ware');
    await page.getByRole('option', { name: /^Warehouse/ }).click();
  }

  /** Orders a deletion with the form, and opens its page. */
  async function order(userId: string, choose = chooseWarehouse): Promise<void> {
    const { page } = tab;
    await tab.goto('/regulations/new', 'New regulation');
    await page.getByRole('radio', { name: 'Suppress and delete' }).click();
    await page.getByLabel('User ids').fill(userId);
    await choose();
    await button('See what it will do').click();
    if (choose !== chooseWarehouse) {
      await page.getByText('Nothing is deleted at 1 destination:').waitFor();
      await page.getByText(/\(4[45] days\)|\(4[45] days left\)/).waitFor();
    }
    await expectAccessible(page);
    await confirm('Create and delete data');
    await page.getByRole('heading', { level: 1, name: 'Regulations' }).waitFor();
    // The newest regulation is first.
    await waitFor(() => page.getByRole('grid').isVisible());
    await page.getByRole('row').nth(1).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Suppress and delete' }).waitFor();
  }
});

const workspace = {
  id: WORKSPACE,
  name: 'Deletions',
  deletionDelay: 0,
  tokens: [{ name: 'admin', email: 'a@e2e.example', token: TOKENS.admin, role: 'owner' }],
};

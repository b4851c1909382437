import type { Browser } from 'playwright-core';
import { StandaloneSystem } from '../standalone-system.js';
import { TOKENS, WORKSPACE } from '../support/workspaces.js';
import { Receiver } from '../test-api/receiver.js';
import { ConsolePage } from './support/console-page.js';
import { expectAccessible } from './support/expect-accessible.js';
import { describeWithBrowser, launchBrowser } from './support/test-browser.js';

const CODE = 'Code of the transformation';

describeWithBrowser('transformations and the playground in the console', () => {
  let system: StandaloneSystem;
  let receiver: Receiver;
  let browser: Browser;
  let tab: ConsolePage;

  beforeAll(async () => {
    receiver = await Receiver.start();
    const workspaces = [workspace(receiver.url)];
    [system, browser] = await Promise.all([StandaloneSystem.start(workspaces), launchBrowser()]);
    tab = await ConsolePage.open(browser, system.address);
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

  it('runs while a person types, shows an error at its line, and saves corrected code', async () => {
    const { page } = tab;
    await tab.goto('/transformations/new', 'New transformation');
    await page.getByLabel('Name').fill('Of the browser test');
    const editor = page.getByRole('textbox', { name: CODE });
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('this is wrong');
    await page.getByText('SyntaxError').first().waitFor();
    await page.locator('.cm-lint-marker-error').waitFor();
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('Delete');
    await page.getByText('Transformed event: unchanged.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(`document.activeElement.closest('.cm-editor')`)).toBeNull();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Of the browser test' }).waitFor();
  });

  it('asks before unsaved changes are lost, and lists a version for each saved code', async () => {
    const { page } = tab;
    await page.getByRole('textbox', { name: CODE }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('// second');
    await page.getByRole('link', { name: 'Overview' }).first().click();
    await page.getByText('Leave without saving?').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Version 2 saved').first().waitFor();
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('button', { name: 'Compare version 1' }).click();
    await page.getByText('// second').waitFor();
    await expectAccessible(page);
  });

  it('runs for a connected destination, and sends to it after a confirmation', async () => {
    const { page } = tab;
    await page.getByRole('tab', { name: /^Destinations/ }).click();
    await page.getByRole('combobox', { name: 'Connect a destination' }).fill('rec');
    await page.getByRole('option', { name: /^Receiver/ }).click();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('version 2 runs for each event').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('region', { name: 'Connected destinations' }).getByText('v2').waitFor();
    await page.getByRole('tab', { name: 'Code' }).click();
    await page.getByRole('combobox', { name: 'Destination' }).fill('rec');
    await page.getByRole('option', { name: /^Receiver/ }).click();
    await page.getByRole('button', { name: 'Send…' }).click();
    await page.getByText(new URL(receiver.url).host, { exact: true }).waitFor();
    await expectAccessible(page);
    expect(receiver.requests).toEqual([]);
    await page.getByRole('button', { name: 'Send 1 request' }).click();
    await page.getByText('HTTP 200').waitFor();
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/events']);
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  });

  it('shows why nothing was sent to a disabled destination', async () => {
    const { page } = tab;
    await page.getByRole('combobox', { name: 'Destination' }).fill('off');
    await page.getByRole('option', { name: /^Switched off/ }).click();
    await page.getByRole('button', { name: 'Send…' }).click();
    await page.getByRole('button', { name: 'Send 1 request' }).click();
    await page
      .getByRole('dialog')
      .getByText(/is disabled|not enabled/i)
      .waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  });
});

function workspace(url: string): object {
  const config = { webhookUrl: `${url}/events` };
  return {
    id: WORKSPACE,
    name: 'Transformations',
    tokens: [{ name: 'admin', email: 'a@e2e.example', token: TOKENS.admin, role: 'owner' }],
    destinations: [
      { id: 'dst_receiver', name: 'Receiver', type: 'WEBHOOK', enabled: true, config },
      { id: 'dst_off', name: 'Switched off', type: 'WEBHOOK', enabled: false, config },
    ],
  };
}

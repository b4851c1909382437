import { waitFor } from '@lethe/testing';
import type { Browser } from 'playwright-core';
import { StandaloneSystem } from '../standalone-system.js';
import { TOKENS } from '../support/workspaces.js';
import { ConsolePage } from './support/console-page.js';
import { expectAccessible } from './support/expect-accessible.js';
import { describeWithBrowser, launchBrowser } from './support/test-browser.js';

describeWithBrowser('tokens and data planes in the console', () => {
  let system: StandaloneSystem;
  let browser: Browser;
  let tab: ConsolePage;

  beforeAll(async () => {
    [system, browser] = await Promise.all([StandaloneSystem.start(), launchBrowser()]);
    tab = await ConsolePage.open(browser, system.address);
    await tab.signIn(TOKENS.admin);
  });

  afterAll(async () => {
    await browser.close();
    await system.stop();
  });

  afterEach(async () => {
    expect(await tab.problems()).toEqual([]);
  });

  const button = (name: string) => tab.page.getByRole('button', { name, exact: true });
  const inDialog = (name: string) =>
    tab.page.getByRole('dialog').getByRole('button', { name, exact: true });
  /** @returns the secret; after the dialog is closed, the page does not keep it */
  const takeSecret = async (): Promise<string> => {
    const { page } = tab;
    const secret = await page.getByLabel('Secret', { exact: true }).innerText();
    tab.hides(secret);
    await expectAccessible(page);
    await button('I have copied it').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret);
    return secret;
  };
  const revoke = async (name: string): Promise<void> => {
    await button(`Revoke ${name}`).click();
    await expectAccessible(tab.page);
    await inDialog('Revoke').click();
    await button(`Revoke ${name}`).waitFor({ state: 'detached' });
  };
  const status = async (path: string, authorization: string): Promise<number> =>
    (await fetch(`${system.address}${path}`, { headers: { authorization } })).status;

  it('shows a token once, and ends its sessions when it is revoked', async () => {
    const { page } = tab;
    await tab.goto('/tokens', 'Tokens');
    await button('New token').click();
    await page.getByLabel('Name').fill('for a colleague');
    await inDialog('Viewer').click();
    await expectAccessible(page);
    await inDialog('Create').click();
    const secret = await takeSecret();

    const colleague = await ConsolePage.open(browser, system.address);
    await colleague.signIn(secret);
    // A page that only reads also notices the revocation.
    await colleague.goto('/system', 'System');
    await colleague.page.getByText('Live', { exact: true }).waitFor();
    await revoke('for a colleague');
    colleague.expects(/^401 GET \/v2\/events\/stream$/);
    await colleague.page.getByText('Your session has ended').waitFor();
    await expectAccessible(colleague.page);
    expect(new URL(colleague.page.url()).pathname).toBe('/console/sign-in');

    colleague.expects(/^401 POST \/console\/session$/);
    await colleague.page.getByLabel('Access token').fill(secret);
    await colleague.page.getByRole('button', { name: 'Sign in' }).click();
    await colleague.page.getByText('expired or revoked').waitFor();
    // The colleague signs in with another token.
    await colleague.page.getByLabel('Access token').fill(TOKENS.viewer);
    await colleague.page.getByRole('button', { name: 'Sign in' }).click();
    await colleague.page.getByRole('heading', { level: 1, name: 'System' }).waitFor();
    await colleague.close();
    await waitFor(async () => (await status('/v2/me', `Bearer ${secret}`)) === 401);
  });

  it('shows the secret of a data plane once, and ends its access when it is revoked', async () => {
    const { page } = tab;
    await tab.goto('/data-planes', 'Data planes');
    await button('New data plane').click();
    await page.getByLabel('Name').fill('eu-1');
    await inDialog('Create').click();
    const secret = await takeSecret();
    const asks = () => status('/workspaceConfig', `Basic ${btoa(`${secret}:`)}`);
    expect(await asks()).toBe(200);
    await page.getByRole('row', { name: /^eu-1/ }).waitFor();
    await revoke('eu-1');
    await waitFor(async () => (await asks()) === 401);
  });

  it('signs out a person who revokes their own token', async () => {
    const own = await ConsolePage.open(browser, system.address);
    await tab.goto('/tokens', 'Tokens');
    await button('New token').click();
    await tab.page.getByLabel('Name').fill('own');
    await inDialog('Owner').click();
    await inDialog('Create').click();
    await own.signIn(await takeSecret());
    await own.goto('/tokens', 'Tokens');
    await own.page.getByRole('button', { name: 'Revoke own', exact: true }).click();
    await own.page.getByText('so you are signed out at once').waitFor();
    await own.page.getByRole('button', { name: 'Revoke and sign out' }).click();
    await own.page.getByRole('heading', { name: 'Sign in to Lethe' }).waitFor();
    await own.close();
  });
});

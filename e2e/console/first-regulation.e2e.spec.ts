import { fileURLToPath } from 'node:url';
import { freePort, spawnApp, waitFor, type SpawnedApp } from '@lethe/testing';
import type { Browser, Page } from 'playwright-core';
import { StandaloneSystem } from '../standalone-system.js';
import { Api } from '../support/api.js';
import { TOKENS, WORKSPACE } from '../support/workspaces.js';
import { ConsolePage } from './support/console-page.js';
import { expectAccessible } from './support/expect-accessible.js';
import { describeWithBrowser, launchBrowser } from './support/test-browser.js';

const START = '/console/sign-in/oidc';
const USER = 'person-of-the-browser-test';

const PROVIDER = fileURLToPath(
  new URL('../../apps/gateway/test/oidc-provider.mjs', import.meta.url),
);
const singleSignOn = (address: string, issuer: string) => ({
  ...{ LETHE_PUBLIC_URL: address, LETHE_OIDC_ISSUER: issuer, LETHE_OIDC_CLIENT_ID: 'lethe' },
  ...{ LETHE_OIDC_CLIENT_SECRET: 'a secret of the test', LETHE_OIDC_NAME: 'Okta' },
  ...{ LETHE_OIDC_SCOPES: 'openid email groups' },
  LETHE_OIDC_GROUPS: JSON.stringify([
    { group: 'lethe-admins', workspace: WORKSPACE, role: 'admin' },
  ]),
});

describeWithBrowser('the console', () => {
  let system: StandaloneSystem;
  let browser: Browser;
  let tab: ConsolePage;
  let provider: SpawnedApp;
  let issuer = '';

  beforeAll(async () => {
    const port = await freePort();
    issuer = `http://127.0.0.1:${port}`;
    const variables = (address: string) => {
      const callback = `${address}/console/sign-in/oidc/callback`;
      provider = spawnApp({ args: [PROVIDER, String(port), callback] });
      return singleSignOn(address, issuer);
    };
    [system, browser] = await Promise.all([
      StandaloneSystem.start(undefined, variables),
      launchBrowser(),
    ]);
    await waitFor(() => provider.stdout.includes('listening'), { message: () => provider.output });
    tab = await ConsolePage.open(browser, system.address);
    tab.hides(USER);
    await tab.signIn(TOKENS.admin);
  });

  afterAll(async () => {
    await browser.close();
    await Promise.all([system.stop(), provider.stop()]);
  });

  async function signInCode(): Promise<string> {
    const answer = await fetch(`${system.address}/console/sign-in-codes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKENS.admin}` },
    });
    const { code } = (await answer.json()) as { code: string };
    return code;
  }

  const linkOf = (code: string) => `/console/sign-in#code=${code}`;
  const open = () => ConsolePage.open(browser, system.address);
  const cookiesOf = (page: Page) => page.context().cookies(system.address);

  afterEach(async () => {
    expect(await tab.problems()).toEqual([]);
  });

  it.each([
    ['/', 'Overview'],
    ['/regulations?status=active', 'Regulations'],
  ])('offers single sign-on at %s, and returns there', async (path, heading) => {
    const other = await open();
    const { page } = other;
    other.expects(/^401 GET \/v2\/me$/);
    await page.goto(`/console${path}`);
    await page.getByRole('link', { name: 'Continue with Okta' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Continue with Okta' }).click();
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    expect(page.url()).toBe(`${system.address}/console${path}`);
    await other.close();
  });

  it('asks for a confirmation before single sign-on from a link of another site', async () => {
    const other = await open();
    const { page } = other;
    await page.goto(`${issuer}/link/${encodeURIComponent(`${system.address}${START}`)}`);
    await page.getByRole('link', { name: 'elsewhere' }).click();
    await page.getByRole('heading', { name: 'Sign in to Lethe?' }).waitFor();
    expect(await cookiesOf(page)).toEqual([]);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Continue with Okta' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await other.close();
  });

  it('names workspace and token before a link signs in once, and removes its code from the URL', async () => {
    const code = await signInCode();
    const other = await open();
    const { page } = other;
    other.expects(/^401 GET \/console\/session$/);
    await page.goto(`${issuer}/link/${encodeURIComponent(`${system.address}${linkOf(code)}`)}`);
    await page.getByRole('link', { name: 'elsewhere' }).click();
    const confirmation = page.getByRole('region', { name: 'Sign-in link' });
    await confirmation.getByText(`(${WORKSPACE})`).waitFor();
    expect(await confirmation.innerText()).toContain('with the token admin');
    expect(await cookiesOf(page)).toEqual([]);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign in with this link' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await page.evaluate('location.href + history.state')).not.toContain(code);
    await other.close();
    const late = await open();
    late.expects(/^401 POST \/console\/sign-in-codes\/lookup$/);
    await late.page.goto(linkOf(code));
    await late.page.getByText('used before').waitFor();
    await expectAccessible(late.page);
    await late.close();
  });

  it('accepts a link that is pasted into the sign-in page', async () => {
    const other = await open();
    const { page } = other;
    other.expects(/^401 GET \/console\/session$/);
    await page.goto('/console/sign-in');
    await page.getByLabel('Access token').fill(`${system.address}${linkOf(await signInCode())}`);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Sign-in link' }).waitFor();
    const code = await signInCode();
    await page.goto(linkOf(code)); // only the part after the # changes, so the page is not loaded again
    await page.getByRole('button', { name: 'Sign in with this link' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await page.evaluate('location.href')).not.toContain(code);
    await other.close();
  });

  it('asks a signed-in person for a confirmation before a link replaces the session', async () => {
    const link = linkOf(await signInCode());
    const other = await open();
    await other.signIn(TOKENS.viewer);
    await other.page.goto(link);
    await other.page.getByText('You are already signed in').waitFor();
    await expectAccessible(other.page);
    await other.page.getByRole('link', { name: 'Stay signed in' }).click();
    await other.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await other.page.goto(link);
    await other.page.getByRole('button', { name: 'Sign in with this link' }).click();
    await other.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await other.close();
  });

  it('creates a regulation with the form, and shows it in the list and on its page', async () => {
    const { page } = tab;
    await tab.goto('/regulations', 'Regulations');
    await page.getByText('No regulations yet').waitFor();
    await page.keyboard.press('c');
    await page.getByLabel('User ids').fill(USER);
    await page.getByLabel('Reason').fill('asked for it');
    await page.getByRole('button', { name: 'See what it will do' }).click();
    await page.getByText('new events of this user are dropped at all sources').waitFor();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const row = page.getByRole('row', { name: /Suppress/ });
    await row.waitFor();
    expect(await row.innerText()).not.toContain(USER);
    const shown = () => system.app.output.match(/identifiers of users were shown/g)?.length ?? 0;
    const before = shown();
    await row.getByRole('button', { name: 'Show the identifier' }).click();
    await row.getByText(USER).waitFor();
    await waitFor(() => shown() === before + 1);
    await row.getByRole('link').click();
    await page.getByText('asked for it', { exact: true }).waitFor();
    await expectAccessible(page);
  });

  it('shows the complete time under the pointer', async () => {
    await tab.goto('/regulations', 'Regulations');
    await tab.page.getByRole('row').nth(1).locator('time').hover();
    await tab.page.getByText(/ UTC · /).waitFor();
  });

  it('shows changes by others without a reload', async () => {
    await tab.goto('/regulations', 'Regulations');
    await tab.page.getByRole('row').nth(1).waitFor();
    await tab.page.getByText('Live', { exact: true }).waitFor();
    await new Api(system.address, TOKENS.admin).suppress('by-another');
    await tab.page.getByRole('row').nth(2).waitFor();
  });

  it('reports that a session has ended, and returns to the same page', async () => {
    const other = await ConsolePage.open(browser, system.address);
    await other.signIn(TOKENS.admin);
    await other.goto('/regulations', 'Regulations');
    await other.page.getByText('Live', { exact: true }).waitFor();
    await other.endSession();
    other.expects(/^401 GET /);
    // The event of this regulation makes the page send a request, which the gateway refuses.
    await new Api(system.address, TOKENS.admin).suppress('by-another-again');
    await other.page.getByText('Your session has ended').waitFor();
    await other.page.getByLabel('Access token').fill(TOKENS.admin);
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await other.page.getByRole('heading', { level: 1, name: 'Regulations' }).waitFor();
    await other.close();
  });

  it('shows the request as a command, without the token', async () => {
    const { page } = tab;
    await tab.goto('/regulations/new', 'New regulation');
    await page.getByLabel('User ids').fill(USER);
    await page.getByRole('button', { name: 'Show as curl' }).click();
    const command = await page.getByLabel('Command').innerText();
    expect(command).toContain(USER);
    expect(command).toContain('$LETHE_TOKEN');
    expect(command).not.toContain(TOKENS.admin);
  });

  it('works by keyboard, with shortcuts and the command bar', async () => {
    const { page } = tab;
    await tab.goto('/', 'Overview');
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByRole('heading', { level: 1, name: 'Regulations' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or paste an id' }).fill('data pl');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Data planes' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });
});

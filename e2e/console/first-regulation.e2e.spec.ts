import type { Browser } from 'playwright-core';
import { StandaloneSystem } from '../standalone-system.js';
import { Api } from '../support/api.js';
import { TOKENS } from '../support/workspaces.js';
import { ConsolePage } from './support/console-page.js';
import { expectAccessible } from './support/expect-accessible.js';
import { describeWithBrowser, launchBrowser } from './support/test-browser.js';

const USER = 'person-of-the-browser-test';

describeWithBrowser('the console', () => {
  let system: StandaloneSystem;
  let browser: Browser;
  let tab: ConsolePage;

  beforeAll(async () => {
    [system, browser] = await Promise.all([StandaloneSystem.start(), launchBrowser()]);
    tab = await ConsolePage.open(browser, system.address);
    tab.hides(USER);
    await tab.signIn(TOKENS.admin);
  });

  afterAll(async () => {
    await browser.close();
    await system.stop();
  });

  async function signInCode(): Promise<string> {
    const answer = await fetch(`${system.address}/console/sign-in-codes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKENS.admin}` },
    });
    const { code } = (await answer.json()) as { code: string };
    return code;
  }

  afterEach(async () => {
    expect(await tab.problems()).toEqual([]);
  });

  it('signs in with a link that works once, and takes its code out of the URL', async () => {
    const code = await signInCode();
    const other = await ConsolePage.open(browser, system.address);
    other.expects(/^401 GET \/console\/session$/);
    await other.page.goto(`/console/sign-in#code=${code}`);
    await other.page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await other.page.evaluate('location.href + history.state')).not.toContain(code);
    await other.close();
    const late = await ConsolePage.open(browser, system.address);
    late.expects(/^401 GET \/console\/session$/, /^401 POST \/console\/session$/);
    await late.page.goto(`/console/sign-in#code=${code}`);
    await late.page.getByText('used before').waitFor();
    await expectAccessible(late.page);
    await late.close();
  });

  it('asks whoever is signed in before a link takes their place', async () => {
    const link = `/console/sign-in#code=${await signInCode()}`;
    const other = await ConsolePage.open(browser, system.address);
    await other.signIn(TOKENS.viewer);
    await other.page.goto(link);
    await other.page.getByRole('button', { name: 'Sign in by the link' }).waitFor();
    await expectAccessible(other.page);
    await other.page.getByRole('link', { name: 'Stay signed in' }).click();
    await other.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await other.page.goto(link);
    await other.page.getByRole('button', { name: 'Sign in by the link' }).click();
    await other.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await other.close();
  });

  it('creates a regulation by its form, and shows it in the list and as a page', async () => {
    const { page } = tab;
    await tab.goto('/regulations', 'Regulations');
    await page.getByText('Nobody is suppressed').waitFor();
    await page.keyboard.press('c');
    await page.getByLabel('User ids').fill(USER);
    await page.getByLabel('Reason').fill('asked for it');
    await page.getByRole('button', { name: 'See what it will do' }).click();
    await page.getByText('New events of 1 user are dropped').waitFor();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const row = page.getByRole('row', { name: /Suppress/ });
    await row.waitFor();
    expect(await row.innerText()).not.toContain(USER);
    await row.getByRole('button', { name: 'Show the identifier' }).click();
    expect(await row.innerText()).toContain(USER);
    await row.getByRole('link').click();
    await page.getByText('asked for it', { exact: true }).waitFor();
    await expectAccessible(page);
  });

  it('says all of a time that is pointed at', async () => {
    await tab.goto('/regulations', 'Regulations');
    await tab.page.getByRole('row').nth(1).locator('time').hover();
    await tab.page.getByText(/ UTC · /).waitFor();
  });

  it('shows what others do without a reload', async () => {
    await tab.goto('/regulations', 'Regulations');
    await tab.page.getByRole('row').nth(1).waitFor();
    await tab.page.getByText('Live', { exact: true }).waitFor();
    await new Api(system.address, TOKENS.admin).suppress('by-another');
    await tab.page.getByRole('row').nth(2).waitFor();
  });

  it('says that a session has ended, and leads back to where somebody was', async () => {
    const other = await ConsolePage.open(browser, system.address);
    await other.signIn(TOKENS.admin);
    await other.goto('/regulations', 'Regulations');
    await other.page.getByText('Live', { exact: true }).waitFor();
    await other.endSession();
    other.expects(/^401 GET /);
    // What happens makes the page ask, and it is refused.
    await new Api(system.address, TOKENS.admin).suppress('by-another-again');
    await other.page.getByText('Your session has ended').waitFor();
    await other.page.getByLabel('Access token').fill(TOKENS.admin);
    await other.page.getByRole('button', { name: 'Sign in' }).click();
    await other.page.getByRole('heading', { level: 1, name: 'Regulations' }).waitFor();
    await other.close();
  });

  it('tells the request as a command, without the token', async () => {
    const { page } = tab;
    await tab.goto('/regulations/new', 'New regulation');
    await page.getByLabel('User ids').fill(USER);
    await page.getByRole('button', { name: 'As curl' }).click();
    const command = await page.getByLabel('Command').innerText();
    expect(command).toContain(USER);
    expect(command).toContain('$LETHE_TOKEN');
    expect(command).not.toContain(TOKENS.admin);
  });

  it('goes by the keyboard: shortcuts, and the command bar', async () => {
    const { page } = tab;
    await tab.goto('/', 'Overview');
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByRole('heading', { level: 1, name: 'Regulations' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search, or paste an id' }).fill('data pl');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Data planes' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });
});

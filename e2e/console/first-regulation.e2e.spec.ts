import type { Browser } from 'playwright-core';
import { StandaloneSystem } from '../standalone-system.js';
import { TOKENS } from '../support/workspaces.js';
import { ConsolePage } from './support/console-page.js';
import { expectAccessible } from './support/expect-accessible.js';
import { describeWithBrowser, launchBrowser } from './support/test-browser.js';

const USER = 'person-of-the-browser-test';

/** Every page: its heading, and what is there last. */
const PAGES = [
  ['overview', '/', 'Overview', 'Newest regulations'],
  ['regulations', '/regulations', 'Regulations', 'User'],
  ['new-regulation', '/regulations/new', 'New regulation', 'User ids'],
  ['people', '/people', 'People', 'Whom do you look for?'],
  ['deletions', '/deletions', 'Deletions', 'Nothing was ever to be deleted'],
  ['new-import', '/imports/new', 'New import', 'Drop a CSV or NDJSON file'],
  ['data-planes', '/data-planes', 'Data planes', 'Last seen'],
  ['kit', '/kit', 'Kit', 'undefinedName'],
  ['not-found', '/no-such-page', 'No such page', 'Nothing is here'],
] as const;

describeWithBrowser('the console', () => {
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

  afterEach(() => {
    expect(tab.problems).toEqual([]);
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
    await page.getByText('asked for it').waitFor();
    await expectAccessible(page);
  });

  it('shows what others do without a reload', async () => {
    await tab.goto('/regulations', 'Regulations');
    await tab.page.getByRole('row').nth(1).waitFor();
    const answer = await fetch(`${system.address}/v2/regulations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKENS.admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ regulationType: 'suppress', users: [{ userId: 'by-another' }] }),
    });
    expect(answer.status).toBe(201);
    await tab.page.getByRole('row').nth(2).waitFor();
  });

  it('keeps no identifier in storage, title or URL, and no token in commands', async () => {
    const { page } = tab;
    await tab.goto('/regulations/new', 'New regulation');
    await page.getByLabel('User ids').fill(USER);
    await page.getByRole('button', { name: 'As curl' }).click();
    const command = await page.getByLabel('Command').innerText();
    expect(command).toContain(USER);
    expect(command).toContain('$LETHE_TOKEN');
    expect(command).not.toContain(TOKENS.admin);
    const kept = await tab.whatIsKept();
    expect(kept).not.toContain(USER);
    expect(kept).not.toContain(TOKENS.admin);
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

  it('does not offer what a viewer may not do', async () => {
    const viewer = await ConsolePage.open(browser, system.address);
    await viewer.signIn(TOKENS.viewer);
    await viewer.goto('/regulations', 'Regulations');
    await viewer.page.getByRole('row').nth(1).waitFor();
    expect(await viewer.page.getByText('New regulation').count()).toBe(0);
    expect(viewer.problems).toEqual([]);
    await viewer.close();
  });

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
  ] as const)('breaks no rule of axe on any page, %s, %d pixels wide', async (theme, width) => {
    const other = await ConsolePage.open(browser, system.address, { theme, width });
    await other.signIn(TOKENS.admin);
    for (const [name, path, heading, last] of PAGES) {
      await other.goto(path, heading);
      await other.page
        .getByText(last, { exact: last === 'User' })
        .first()
        .waitFor();
      await expectAccessible(other.page);
      expect(await other.page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await other.screenshot(`${name}-${theme}-${width}`);
    }
    expect(other.problems).toEqual([]);
    await other.close();
  });

  it('says that the gateway is away, and goes on when it is back', async () => {
    const { page } = tab;
    await tab.goto('/regulations', 'Regulations');
    await page.route('**/*', (route) => route.abort());
    await page.getByRole('link', { name: 'Data planes' }).click();
    await page.getByText('The gateway can’t be reached').waitFor();
    await page.unroute('**/*');
    await page.getByText('The gateway can’t be reached').waitFor({ state: 'detached' });
    await page.getByRole('table').waitFor();
  });
});

import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { StandaloneSystem } from '../standalone-system.js';
import { ConsolePage } from './support/console-page.js';
import { describeWithBrowser, launchBrowser } from './support/test-browser.js';

const PAGE = readFileSync(new URL('../../docs/first-steps.md', import.meta.url), 'utf8');
const [, CHAPTER = ''] = /## The first ten minutes, in the console\n([\s\S]*?)\n## /.exec(PAGE)!;
const CODE = 'Code of the transformation';

/** Follows the first chapter of docs/first-steps.md exactly, in the workspace of a first start. */
describeWithBrowser('the first ten minutes in the console', () => {
  let system: StandaloneSystem;
  let browser: Browser;
  let tab: ConsolePage;
  let page: Page;
  const done = new Set<string>();

  /** Checks that the chapter has a label in bold. @returns the label */
  const named = (label: string) => {
    expect(CHAPTER).toContain(`**${label}**`);
    done.add(label);
    return label;
  };
  const goTo = async (label: string) => {
    const navigation = page.getByRole('navigation');
    await navigation.getByRole('link', { name: named(label), exact: true }).click();
    await page.getByRole('heading', { level: 1, name: label, exact: true }).waitFor();
  };
  const press = (label: string) =>
    page
      .getByRole('button', { name: named(label), exact: true })
      .or(page.getByRole('link', { name: label, exact: true }))
      .first()
      .click();

  beforeAll(async () => {
    const own = { LETHE_WORKSPACE_FILE: '', LETHE_DELIVERY_ALLOW: '' };
    [system, browser] = await Promise.all([
      StandaloneSystem.start(undefined, own),
      launchBrowser(),
    ]);
    tab = await ConsolePage.open(browser, system.address);
    page = tab.page;
  });

  afterAll(async () => {
    await tab.close();
    await browser.close();
    await system.stop();
  });

  it('sign in with the printed link', async () => {
    const [link] = /http\S+\/console\/sign-in#code=\S+/.exec(system.app.output)!;
    tab.expects(/^401 GET \/console\/session$/);
    await page.goto(link);
    await press('Sign in with this link');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });

  it('suppress a user (step 1)', async () => {
    tab.hides('user-1');
    await goTo('Regulations');
    await press('New regulation');
    await page.getByLabel(named('User ids')).fill('user-1');
    await press('See what it will do');
    await page.getByText('new events of this user are dropped at all sources').waitFor();
    await press('Create');
    await page.getByRole('row').nth(1).getByRole('button', { name: 'Show the identifier' }).click();
    await page.getByRole('row').nth(1).getByText('user-1').waitFor();
  });

  it('look the user up (step 2)', async () => {
    await goTo('Users');
    await page.getByLabel('User id, e-mail address or phone number').fill('user-1');
    await press('Find');
    await page.getByText('At all sources since').first().waitFor();
  });

  it('try code on an event (step 3)', async () => {
    await goTo('Transformations');
    await press('Mask e-mail');
    await page.getByText('1 unchanged').or(page.getByText('unchanged lines')).first().waitFor();
    await page.getByRole('textbox', { name: CODE }).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' wrong wrong');
    await page.locator('.cm-lint-marker-error').waitFor();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' // corrected');
    await page.locator('.cm-lint-marker-error').waitFor({ state: 'detached' });
    await press('Save');
    await page.getByRole('tab', { name: named('Versions') }).click();
    await page.getByRole('row', { name: /v1/ }).waitFor();
  });

  it('create a destination (step 4)', async () => {
    await goTo('Destinations');
    await press('New destination');
    await page.getByRole('heading', { level: 1, name: 'New destination' }).waitFor();
    await page.getByRole('searchbox').fill('webhook');
    await page
      .getByRole('link', { name: new RegExp(`^${named('Webhook')}\\b`) })
      .first()
      .click();
    await page.getByLabel(named('Webhook URL')).fill('https://example.com/events');
    await press('Preview');
    await page.getByRole('heading', { name: 'POST https://example.com/events' }).waitFor();
    await page.getByRole('button', { name: named('Send…') }).waitFor();
    await press('Create');
    await page.getByRole('heading', { level: 1, name: 'Webhook', exact: true }).waitFor();
  });

  it('order a deletion (step 5)', async () => {
    tab.hides('user-2');
    await goTo('Regulations');
    await press('New regulation');
    await page.getByText(named('Suppress and delete'), { exact: true }).click();
    await page.getByLabel('User ids').fill('user-2');
    await page.getByText(named('Only at destinations that you choose'), { exact: true }).click();
    await page.getByRole('combobox', { name: 'Destinations' }).click();
    await page.getByRole('option', { name: new RegExp(`^${named('Ops webhook')}`) }).click();
    await page.keyboard.press('Escape');
    await press('See what it will do');
    await page.getByText('stays deleted').first().waitFor();
    await press('Create and delete data');
    await page
      .getByRole('row', { name: /Suppress and delete/ })
      .getByRole('link')
      .click();
    await page.getByText('Regulation created', { exact: true }).waitFor();
    await page
      .getByText(/The deletion URL|host name/)
      .first()
      .waitFor();
  });

  it('import a file (step 6)', async () => {
    tab.hides('user-3');
    await goTo('Imports');
    await press('New import');
    const file = { name: 'users.csv', mimeType: 'text/csv' };
    const buffer = Buffer.from('userId\nuser-3\n""\n');
    await page.locator('input[type=file]').setInputFiles({ ...file, buffer });
    await press('Check all rows first');
    await page.getByText('All rows checked').waitFor();
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await press('Import');
    await page.getByText('All rows processed').waitFor();
  });

  it('use every label that the chapter has in bold', () => {
    const bold = [...CHAPTER.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label]) => label!);
    expect([...done].sort()).toEqual([...new Set(bold)].sort());
  });
});

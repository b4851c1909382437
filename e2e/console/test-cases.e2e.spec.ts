import type { Browser, Locator } from 'playwright-core';
import { StandaloneSystem } from '../standalone-system.js';
import { IDS, TOKENS } from '../support/workspaces.js';
import { ConsolePage } from './support/console-page.js';
import { violationsOf } from './support/expect-accessible.js';
import { describeWithBrowser, launchBrowser } from './support/test-browser.js';

const NAME = 'Gets the plan pro';
const code = (plan: string): string =>
  `export function transformEvent(event) { event.plan = "${plan}"; return event; }`;

/** A transformation whose result for the same event always differs. */
const STAMP =
  'export const transformEvent = (event) => ({ ...event, stamp: Math.random(), plan: event.plan.toLowerCase() });';

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  describeWithBrowser('test cases in the console', () => {
    workWithTestCases(theme);
  });
});

function workWithTestCases(theme: 'light' | 'dark'): void {
  let system: StandaloneSystem;
  let browser: Browser;
  let tab: ConsolePage;

  beforeAll(async () => {
    [system, browser] = await Promise.all([StandaloneSystem.start(), launchBrowser()]);
    for (const one of [
      { id: 'tr_plan', name: 'Plans', code: code('pro') },
      { id: 'tr_stamp', name: 'Stamps', code: STAMP },
    ]) {
      const made = await fetch(`${system.address}/transformations`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TOKENS.admin}`, 'content-type': 'application/json' },
        body: JSON.stringify(one),
      });
      expect(made.status).toBe(201);
    }
    tab = await ConsolePage.open(browser, system.address, { theme });
    await tab.signIn(TOKENS.admin);
  });

  afterAll(async () => {
    await browser.close();
    await system.stop();
  });

  const button = (name: string): Locator => tab.page.getByRole('button', { name, exact: true });
  const openTab = (name: string): Promise<void> => tab.page.getByRole('tab', { name }).click();
  /**
   * Deletes the old text before it inserts the new text. If text is replaced, the browser keeps its
   * style with an inline style, which the page's policy forbids.
   */
  const writeIn = async (editor: string, text: string): Promise<void> => {
    await tab.page.getByRole('textbox', { name: editor }).click();
    await tab.page.keyboard.press('Control+a');
    await tab.page.keyboard.press('Delete');
    await tab.page.keyboard.insertText(text);
  };
  const write = (text: string): Promise<void> => writeIn('Code of the transformation', text);
  /** Runs all cases, and waits for their result. */
  const runAll = async (said: string): Promise<void> => {
    await button('Run all').click();
    await tab.page.getByRole('status').filter({ hasText: said }).waitFor();
  };
  const save = async (name: string): Promise<void> => {
    await button('Save as a test case…').click();
    await tab.page.getByLabel('Name', { exact: true }).last().fill(name);
    expect(await wrongNow('saving')).toEqual([]);
    await button('Save test case').click();
    await tab.page.getByText('Test case saved').first().waitFor();
  };
  const wrongNow = async (name: string): Promise<string[]> => {
    await tab.screenshot(`test-cases-${name}-${theme}`);
    return violationsOf(tab.page);
  };

  it('are saved from the playground, fail with wrong code, and pass with correct code', async () => {
    const { page } = tab;
    await tab.goto('/transformations/tr_plan?tab=test-cases', 'Plans');
    await page.getByText('No test cases yet').waitFor();
    expect(await wrongNow('none')).toEqual([]);

    await tab.goto('/playground?transformation=tr_plan', 'Playground');
    await save(NAME);

    await tab.goto('/transformations/tr_plan', 'Plans');
    await write(code('free'));
    await openTab('Test cases');
    await page.getByText('The unsaved code in the editor is used.').waitFor();
    await runAll('1 failed, of 1.');
    const diff = page.getByRole('region', { name: 'Difference' });
    await diff.getByText('"free"').waitFor();
    await diff.getByText('"pro"').waitFor();
    expect(page.url()).toContain('case=');
    expect(await wrongNow('failed')).toEqual([]);
    await tab.widen(360);
    expect(await wrongNow('failed-360')).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await tab.widen(1280);

    await openTab('Code');
    await write('export const transformEvent = (event) => ({ plan: "pro", ...event });');
    await openTab('Test cases');
    await runAll('1 passed, of 1.');
    expect(await diff.count()).toBe(0);
    expect(await tab.problems()).toEqual([]);
  });

  it('show where code throws, take over accepted output, and are edited and deleted', async () => {
    const { page } = tab;
    await openTab('Code');
    await write('export function transformEvent(event) { return event.no.such; }');
    await openTab('Test cases');
    await runAll('1 ended with an error, of 1.');
    await page.getByRole('alert').getByText('Line 1').waitFor();

    await openTab('Code');
    await write(code('team'));
    await openTab('Test cases');
    await runAll('1 failed, of 1.');
    await button('Accept the new output').click();
    await page.getByRole('status').filter({ hasText: '1 passed, of 1.' }).waitFor();

    await button(`More for ${NAME}`).click();
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    await writeIn('Expected, as JSON', 'nothing');
    await page.getByText('This is not valid JSON.').waitFor();
    expect(await button('Save').last().isDisabled()).toBe(true);
    await writeIn('Expected, as JSON', '[]');
    await page.getByLabel('Name', { exact: true }).last().fill('Drops it');
    expect(await wrongNow('edit')).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Nothing: the event must be dropped.').waitFor();
    await runAll('1 failed, of 1.');

    await button('More for Drops it').click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.getByText('No test cases yet').waitFor();
    expect(await tab.problems()).toEqual([]);
  });

  it('are written by hand, expect the output at the time of saving, and ignore excluded paths', async () => {
    const { page } = tab;
    await page.goto('about:blank');
    await tab.goto('/transformations/tr_stamp?tab=test-cases', 'Stamps');
    await button('New test case…').click();
    const form = page.getByRole('dialog', { name: 'New test case' });
    await form.getByLabel('Name', { exact: true }).fill('By hand');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.getByRole('alert').getByText('Line 1').waitFor(); // the event has no plan
    await writeIn('Event, as JSON', '{ "type": "track", "plan": "PRO" }');
    await form.getByLabel('Not compared').fill('no pointer');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.getByText('must be a JSON Pointer').first().waitFor();
    tab.expects(/^400 POST \/transformations\/tr_stamp\/test-cases$/);
    expect(await wrongNow('new')).toEqual([]);
    await form.getByLabel('Not compared').fill('');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.waitFor({ state: 'detached' });

    await runAll('1 failed, of 1.');
    await button('Ignore this path: /0/event/stamp').waitFor();
    await tab.widen(360);
    expect(await wrongNow('ignore-360')).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await tab.widen(1280);
    await button('Ignore this path: /0/event/stamp').click();
    await page.getByRole('status').filter({ hasText: '1 passed, of 1.' }).waitFor();
    await page.getByText('Not compared: /0/event/stamp').waitFor();
    expect(await tab.problems()).toEqual([]);
  });

  it('of a destination compare its requests, and a viewer can only read them', async () => {
    const { page } = tab;
    await tab.page.goto('about:blank');
    await tab.goto(`/playground?destination=${IDS.hook}`, 'Playground');
    await save('One request');
    await tab.goto(`/destinations/${IDS.hook}?tab=test-cases`, 'Hook');
    await runAll('1 passed, of 1.');
    await button('Show One request').click();
    await page.getByRole('region', { name: 'Expected output' }).getByText('requests:').waitFor();
    expect(await wrongNow('destination')).toEqual([]);
    await tab.close();

    const viewer = await ConsolePage.open(browser, system.address);
    await viewer.signIn(TOKENS.viewer);
    await viewer.goto(`/destinations/${IDS.hook}?tab=test-cases`, 'Hook');
    await viewer.page.getByRole('button', { name: 'Show One request' }).click();
    await viewer.page
      .getByRole('region', { name: 'Expected output' })
      .getByText('requests:')
      .waitFor();
    const buttons = await viewer.page.getByRole('main').getByRole('button').allInnerTexts();
    expect(buttons.filter((text) => /run|accept|edit|delete|more/i.test(text))).toEqual([]);
    expect(await viewer.page.getByRole('link', { name: 'Try an event' }).count()).toBe(0);
    await viewer.close();
  });
}

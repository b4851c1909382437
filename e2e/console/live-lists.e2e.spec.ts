import type { Browser } from 'playwright-core';
import { StandaloneSystem } from '../standalone-system.js';
import { TOKENS } from '../support/workspaces.js';
import { ConsolePage } from './support/console-page.js';
import { describeWithBrowser, launchBrowser } from './support/test-browser.js';

const ROWS = 250;
const PATH = '/regulations?type=suppress&canceled=false';

/** Returns the position and the regulation of each visible row. */
const ROWS_IN_SIGHT = `(() => {
  const list = document.querySelector('[role="grid"]').getBoundingClientRect();
  return [...document.querySelectorAll('[data-index]')]
    .map((row) => [row.getBoundingClientRect().y, row.querySelector('a').getAttribute('href')])
    .filter(([y]) => y >= list.y && y < list.bottom)
    .sort(([one], [other]) => one - other);
})()`;

type RowInSight = readonly [y: number, path: string];

describeWithBrowser('a list that changes while a person reads it', () => {
  let system: StandaloneSystem;
  let browser: Browser;
  let tab: ConsolePage;

  beforeAll(async () => {
    [system, browser] = await Promise.all([StandaloneSystem.start(), launchBrowser()]);
    await create('before', ROWS);
    tab = await ConsolePage.open(browser, system.address);
    await tab.signIn(TOKENS.admin);
  });

  afterAll(async () => {
    await browser.close();
    await system.stop();
  });

  beforeEach(async () => {
    await tab.goto(PATH, 'Regulations');
    await tab.page.getByRole('row').nth(2).waitFor();
    await tab.page.getByText('Live', { exact: true }).waitFor();
  });

  afterEach(async () => {
    expect(await tab.problems()).toEqual([]);
  });

  async function request(method: string, path: string, body?: unknown): Promise<void> {
    const answer = await fetch(`${system.address}/v2/regulations${path}`, {
      method,
      headers: {
        authorization: `Bearer ${TOKENS.admin}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }

  async function create(name: string, count: number): Promise<void> {
    const users = Array.from({ length: count }, (_, n) => ({ userId: `${name}-${n}` }));
    await request('POST', '', { regulationType: 'suppress', users });
  }

  const rowsInSight = () => tab.page.evaluate<readonly RowInSight[]>(ROWS_IN_SIGHT);

  async function scrollPast(row: number): Promise<void> {
    const list = tab.page.getByRole('grid', { name: 'Regulations' });
    await list.hover();
    while ((await tab.page.locator(`[data-index="${row}"]`).count()) === 0) {
      await tab.page.mouse.wheel(0, 800);
      await tab.page.evaluate('new Promise(requestAnimationFrame)');
    }
  }

  it('moves no row, shows the number of new rows, and keeps filters and pages', async () => {
    const { page } = tab;
    await scrollPast(200);
    await page.getByText(`${ROWS} regulations`).waitFor(); // the last page has arrived
    const before = await rowsInSight();
    expect(before.length).toBeGreaterThan(5);
    const [, path] = before[2] ?? ['', ''];

    await create('while-reading', 30);
    await page.getByRole('button', { name: 'Show 30 new' }).waitFor();
    await request('DELETE', path.replace('/console/regulations', ''));
    await page.locator('[role="row"]').filter({ hasText: 'Canceled' }).waitFor();

    expect(await rowsInSight()).toEqual(before);
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="${path}"]`) });
    expect(await row.innerText()).toContain('Canceled');
    expect(page.url()).toContain(PATH);
    await tab.screenshot('regulations-news-light-1280');

    await page.mouse.move(0, 0);
    await page.getByRole('button', { name: 'Show 30 new' }).click();
    await page.locator('[data-index="0"]').waitFor();
    await page.getByRole('button', { name: /^Show .* new$/ }).waitFor({ state: 'detached' });
    const [first] = await rowsInSight();
    expect(first?.[1]).not.toBe(before[0]?.[1]);
    expect(page.url()).toContain(PATH);
  });

  it('moves no row under the pointer or the focus, and updates when both have left', async () => {
    const { page } = tab;
    await page.getByRole('row').nth(3).hover();
    const before = await rowsInSight();
    await create('hovered', 1);
    await page.getByRole('button', { name: 'Show 1 new' }).waitFor();
    expect(await rowsInSight()).toEqual(before);
    await page.locator('[data-index="2"]').focus();
    await page.mouse.move(0, 0);
    await create('focused', 1);
    await page.getByRole('button', { name: 'Show 2 new' }).waitFor();
    expect(await rowsInSight()).toEqual(before);
    await page.locator('#main').focus();
    await page.locator(`[data-index="2"] a[href="${before[0]?.[1] ?? ''}"]`).waitFor();
  });
});

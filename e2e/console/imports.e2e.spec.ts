import type { Browser } from 'playwright-core';
import { StandaloneSystem } from '../standalone-system.js';
import { TOKENS } from '../support/workspaces.js';
import { ConsolePage } from './support/console-page.js';
import { expectAccessible } from './support/expect-accessible.js';
import { describeWithBrowser, launchBrowser } from './support/test-browser.js';

const ROWS = 10_000;
/** Every thousandth row has no user id. */
const WRONG = ROWS / 1_000;
const PERSON = 'person-of-a-file';
const ADDRESS = 'alice@example.com';
const WRITTEN = 'zz-person-in-a-form';
/** Errors while the gateway or one of its dependencies is down. */
const OF_THE_OUTAGE = /^(?:net::ERR_|503 )/;
const HALF_WAY = /^4\.2 MB of 5\.\d MB uploaded/;
const GONE = { state: 'detached' } as const;

describeWithBrowser('imports in the console', () => {
  let system: StandaloneSystem;
  let browser: Browser;
  let tab: ConsolePage;
  /** Another session, which shows the list during the import. */
  let other: ConsolePage;

  beforeAll(async () => {
    [system, browser] = await Promise.all([StandaloneSystem.start(), launchBrowser()]);
    [tab, other] = await Promise.all([open(), open()]);
  });

  afterAll(async () => {
    await browser.close();
    await system.stop();
  });

  afterEach(async () => {
    expect([...(await tab.problems()), ...(await other.problems())]).toEqual([]);
  });

  const open = async (): Promise<ConsolePage> => {
    const page = await ConsolePage.open(browser, system.address);
    page.hides(PERSON);
    await page.signIn(TOKENS.admin);
    return page;
  };
  /** @param note a text in each row, which makes the file larger */
  const choose = (name: string, note = '') =>
    tab.page.getByLabel('Drop a CSV or NDJSON file').setInputFiles({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(csv(name, note)),
    });
  const chooseText = (name: string, text: string) =>
    tab.page.locator('input[type=file]').setInputFiles({
      ...{ name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') },
    });
  const choice = async (label: string, option: string) => {
    await tab.page.getByLabel(label).click();
    await tab.page.getByRole('option', { name: option, exact: true }).click();
  };
  const figure = (label: string, value: string) =>
    tab.page.locator('dl div', { hasText: label }).getByText(value, { exact: true }).waitFor();

  it('are checked and then run with 10,000 rows, and offer refused rows as a file', async () => {
    const { page } = tab;
    await other.goto('/regulations', 'Regulations');
    await other.page.getByText('No regulations yet').waitFor();
    await other.page.getByText('Live', { exact: true }).waitFor();
    await other.page.evaluate('window.isTheSame = true');
    await tab.goto('/imports/new', 'New import');
    await choose('customers.csv');
    await choice('First line', 'First line names the columns');
    await page.getByLabel('The column Customer is').click();
    await page.getByRole('option', { name: 'User id' }).click();
    await page.getByLabel('Reason').fill('they left');
    await expectAccessible(page);
    // The page shows the first refused rows, and requests no further rows.
    const shown = page.waitForRequest((request) => request.url().endsWith('/refusals?limit=20'));
    await page.getByRole('button', { name: 'Check all rows first' }).click();
    await page.getByText('All rows checked. Nothing was created.').waitFor();
    await shown;
    await figure('Would be imported', '9,990');
    await page.getByRole('button', { name: 'Import 9,990 rows' }).click();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
    // Without a reload, the page shows the progress of the import and then its result.
    await page.getByText('All rows processed.').waitFor();
    await figure('Rows read', '10,000');
    await figure('Regulations created', '9,990');
    await figure('Refused', String(WRONG));
    await page.getByRole('row', { name: 'userId' }).first().waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString().trim().split('\n')).toHaveLength(WRONG + 1);
  });

  it('accept a file without a header by column positions, and refuse a workbook', async () => {
    const { page } = tab;
    await tab.goto('/imports/new', 'New import');
    await chooseText('book.csv', 'PK\x03\x04[Content_Types].xml');
    await page.getByText('The file is an Excel workbook (.xlsx). Save it as').waitFor();
    const check = page.getByRole('button', { name: 'Check all rows first' });
    expect(await check.isDisabled()).toBe(true);

    tab.hides(ADDRESS);
    await chooseText('customers.csv', `${ADDRESS};17\nbob@example.com;18\n`);
    await page.getByText('The first line may be a user').waitFor();
    await expectAccessible(page);
    expect(await check.isDisabled()).toBe(true);
    await choice('First line', 'The file has no header');
    await choice('The column 1 is', 'E-mail');
    await choice('The column 2 is', 'User id');
    await expectAccessible(page);
    await page.getByRole('radio', { name: 'Delete', exact: true }).click();
    await page.getByRole('radio', { name: 'All destinations that can delete' }).waitFor();
    await page.getByLabel('Request received on').fill('2026-01-31');
    await choice('Law that sets the deadline', 'GDPR: one calendar month');
    await page.getByRole('button', { name: 'Show as curl' }).click();
    const command = await page.getByLabel('Command').innerText();
    expect(command).toContain('received_at=2026-01-31T00%3A00%3A00.000Z&law=gdpr');
    expect(command).toContain('destinationIds=*');
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: 'Suppress', exact: true }).click();
    const begun = page.waitForRequest((request) => request.url().includes('/v2/imports?'));
    await check.click();
    const { searchParams } = new URL((await begun).url());
    expect(Object.fromEntries(searchParams)).toMatchObject({
      ...{ columns: '1=email,2=userId', header: 'absent', delimiter: ';' },
    });
    await figure('Would be imported', '2');
  });

  it('show how pasted users are understood, and name them before the creation', async () => {
    const { page } = tab;
    const users = () => page.getByRole('region', { name: 'Users that Lethe found in your text' });
    const rows = async () =>
      (await users().getByRole('row').allInnerTexts()).map((row) => row.split(/\s*\t\s*/));
    const paste = async (text: string, status: string) => {
      await page.getByLabel('User ids').fill(text);
      await page.getByText(status).waitFor();
    };
    await tab.goto('/regulations/new', 'New regulation');
    await paste('x1, x2, x3', '3 users.');
    expect((await rows()).slice(1)).toEqual([
      ['1', 'x1'],
      ['1', 'x2'],
      ['1', 'x3'],
    ]);
    await paste('y1\ty1@example.com\ny2\ty2@example.com', '2 users.');
    expect(await rows()).toEqual([
      ['Line', 'User id', 'email'],
      ['1', 'y1', 'y1@example.com'],
      ['2', 'y2', 'y2@example.com'],
    ]);
    await paste('E-Mail;user_id\na@example.com;z1', '1 user. The first line names the columns.');
    expect((await rows())[1]).toEqual(['2', 'z1', 'a@example.com']);
    await paste('a,b\nc,d', 'Choose whether each line has one user or several users.');
    await choice('Users on each line', 'Several users on each line');
    await page.getByText('4 users.').waitFor();
    await page.getByLabel('User ids').fill('');
    await paste('"Jane\u00a0Doe"\n"Jane\u00a0Doe"', '2 users.');
    expect((await rows())[1]).toEqual(['1', 'Jane<U+00A0>Doe']);
    await page.getByRole('button', { name: 'See what it will do' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 user: “Jane<U+00A0>Doe”.').waitFor();
    await dialog.getByText('of these users are dropped at all sources.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('User ids').fill('');
    await paste('p1\nnull\np3\np4\np5\np6', '1 row has an identifier that looks like a mistake.');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'See what it will do' }).click();
    await dialog.getByText('6 users: “p1”, “null”, “p3”, “p4”, “p5” and 1 more.').waitFor();
    await dialog.getByText('line 2 (userId) looks like an empty value').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it('appear in an open list without a reload', async () => {
    await other.page.getByText('100 loaded').waitFor();
    expect(await other.page.evaluate('window.isTheSame')).toBe(true);
  });

  it('continue, and forms keep their input, after the gateway was killed and restarted', async () => {
    const form = await open();
    const all = [tab, other, form];
    for (const one of all) one.expects(OF_THE_OUTAGE);
    form.hides(WRITTEN);
    await form.goto('/regulations/new', 'New regulation');
    await form.page.getByLabel('User ids').fill(WRITTEN);
    await tab.goto('/imports/new', 'New import');
    await choose('long.csv', 'x'.repeat(500));
    await choice('First line', 'First line names the columns');
    await tab.page.getByLabel('The column Customer is').click();
    await tab.page.getByRole('option', { name: 'User id' }).click();
    const killed = killInTheUpload();
    await tab.page.getByRole('button', { name: 'Import', exact: true }).click();
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
    await killed;
    for (const { page } of all) await page.getByText('No connection to the gateway').waitFor();
    expect(await tab.page.getByText(HALF_WAY).isVisible()).toBe(true);
    await form.page.getByRole('button', { name: 'See what it will do' }).click();
    await form.page.getByRole('alert').getByText('The gateway cannot be reached').waitFor();
    await expectAccessible(form.page);

    await system.restart();
    for (const { page } of all) await page.getByText('No connection to the gateway').waitFor(GONE);
    await tab.page.getByText('All rows processed.').waitFor();
    await figure('Regulations created', '9,990');
    expect(await form.page.getByLabel('User ids').inputValue()).toBe(WRITTEN);
    await form.page.getByRole('button', { name: 'See what it will do' }).click();
    await form.page.getByRole('button', { name: 'Create', exact: true }).click();
    await other.page.getByRole('row', { name: 'zz***' }).waitFor();
    expect(await other.page.evaluate('window.isTheSame')).toBe(true);
    await form.close();
  });

  /** Kills the gateway while it receives the second part of a file, so that this part is lost. */
  const killInTheUpload = (): Promise<void> =>
    new Promise((resolve, reject) => {
      let isOver = false;
      void tab.page.route('**/v2/imports/import-*', async (route) => {
        if (route.request().method() === 'PATCH' && !isOver) {
          isOver = true;
          await tab.page.getByText(HALF_WAY).waitFor();
          await system.kill().then(resolve, reject);
        }
        await route.continue();
      });
    });
});

function csv(name: string, note: string): string {
  const rows = Array.from({ length: ROWS }, (_, index) =>
    index % 1_000 === 999 ? `,x${note}` : `${PERSON}-${name}-${index},${note}`,
  );
  return `Customer,note\n${rows.join('\n')}\n`;
}

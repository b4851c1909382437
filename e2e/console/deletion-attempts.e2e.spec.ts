import { waitFor } from '@lethe/testing';
import type { Browser } from 'playwright-core';
import { StandaloneSystem } from '../standalone-system.js';
import { TOKENS } from '../support/workspaces.js';
import { ConsolePage } from './support/console-page.js';
import { expectAccessible } from './support/expect-accessible.js';
import { describeWithBrowser, launchBrowser } from './support/test-browser.js';

const WORKER = 'lth_e2e_worker_0123456789abcdefghijk';
const USER = 'person-of-the-attempts-test';
const LOCKED = 'The CRM locks this customer until the audit is over.';
const WORKSPACE = {
  id: 'ws_deleting',
  name: 'Deletions',
  deletionDelay: 0,
  tokens: [
    { name: 'alice', email: 'a@e2e.example', token: TOKENS.deleter, role: 'admin' },
    { name: 'crm-worker', email: 'w@e2e.example', token: WORKER, role: 'admin' },
  ],
  destinations: [{ id: 'crm', name: 'Our CRM', type: 'CUSTOM', enabled: true, config: {} }],
};

interface OwnJob {
  readonly id: string;
  readonly leaseToken: string;
}

describeWithBrowser('the attempts of a deletion in the console', () => {
  let system: StandaloneSystem;
  let browser: Browser;
  let tab: ConsolePage;
  let regulation: string;

  beforeAll(async () => {
    [system, browser] = await Promise.all([StandaloneSystem.start([WORKSPACE]), launchBrowser()]);
    tab = await ConsolePage.open(browser, system.address);
    await tab.signIn(TOKENS.deleter);
    tab.hides(USER, WORKER);
    const answer = await ask(TOKENS.deleter, '/v2/regulations', {
      ...{ regulationType: 'delete', destinationIds: ['crm'], users: [{ userId: USER }] },
    });
    const [created] = (await answer.json()) as { id: string }[];
    regulation = created!.id;
  });

  afterAll(async () => {
    await browser.close();
    await system.stop();
  });

  afterEach(async () => {
    expect(await tab.problems()).toEqual([]);
  });

  async function ask(token: string, path: string, body: object): Promise<Response> {
    const answer = await fetch(`${system.address}${path}`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${token}`, accept: 'application/json' },
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }

  /**
   * Claims a job.
   *
   * @returns undefined if there is no job yet, because a retry creates its job after a moment
   */
  async function claim(): Promise<OwnJob | undefined> {
    const answer = await ask(WORKER, '/v2/deletion-jobs/claim', { verifications: true });
    return answer.status === 204 ? undefined : ((await answer.json()) as { job: OwnJob }).job;
  }

  /** The workspace's self-hosted worker claims the job, and reports the outcome. */
  async function attempt(outcome: {
    status: string;
    reason?: string;
    found?: readonly object[];
  }): Promise<void> {
    const { id, leaseToken } = await waitFor(claim, { message: 'a job to appear' });
    await ask(WORKER, `/v2/deletion-jobs/${id}/report`, { leaseToken, ...outcome });
  }

  it('appear live with their reasons, and a retry shows its effect and the person', async () => {
    const { page } = tab;
    await tab.goto(`/regulations/${regulation}`, 'Delete');
    await page.getByText('Live', { exact: true }).waitFor();
    await attempt({ status: 'aborted', reason: LOCKED });
    await page.getByText(LOCKED).first().waitFor();
    await page.getByText('by your self-hosted worker (crm-worker)').first().waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Retry' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('with the same deadline').waitFor();
    await dialog.getByText(LOCKED).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('by alice').first().waitFor();
    await attempt({ status: 'complete' });
    await page.getByText('Deleted at 1 of 1').waitFor();
  });

  it('are followed by a verification, to which the overview leads while data is there again', async () => {
    const { page } = tab;
    const heading = page.getByRole('heading', { name: 'Is the data gone?' });
    const card = page.locator('section').filter({ has: heading });
    await card.getByText('Check waits').waitFor();
    await card.getByText(/days left/).waitFor();
    const verify = card.getByRole('button', { name: 'Verify again' });
    await verify.click();
    await attempt({ status: 'verified', found: [{ userId: USER, count: 2 }] });
    await card.getByText('Found again').waitFor();
    await card.getByText(/^2 found for this user/).waitFor();
    await tab.goto('/', 'Overview');
    await page.getByRole('link', { name: 'complete deletion whose data was found again' }).click();
    const grid = page.getByRole('grid');
    for (const state of ['Complete', 'Data found again']) {
      await grid.getByText(state, { exact: true }).waitFor();
    }
    await grid.getByRole('button', { name: 'Our CRM', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^A verification found data of a user/).waitFor();
    await dialog.getByText(/^2 found for the users of the job/).waitFor();
    await expectAccessible(page);
    await tab.goto(`/regulations/${regulation}`, 'Delete');
    await verify.click();
    await attempt({ status: 'verified' });
    await card.getByText('Absent').waitFor();
    await card.getByText('by alice').waitFor();
    await tab.goto('/', 'Overview');
    await page.getByText('found again').waitFor({ state: 'detached' });
  });

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
  ] as const)('appear in timeline, history and job (%s theme, %d pixels)', async (theme, width) => {
    const other = await ConsolePage.open(browser, system.address, { theme, width });
    const { page } = other;
    const check = async (name: string) => {
      await expectAccessible(page);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await other.screenshot(`${name}-${theme}-${width}`);
    };
    await other.signIn(TOKENS.deleter);
    await other.goto(`/regulations/${regulation}`, 'Delete');
    for (const view of ['Timeline', 'Full history']) {
      await page.getByRole('tab', { name: view }).click();
      for (const title of ['Failed permanently', 'Retried', 'Complete']) {
        await page.getByText(title, { exact: true }).first().waitFor();
      }
      await page.getByText(LOCKED).first().waitFor();
      await check(`attempts-${view === 'Timeline' ? 'timeline' : 'history'}`);
    }
    await other.goto('/destinations/crm?tab=deletions', 'Our CRM');
    await page.getByRole('button', { name: 'Complete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('by alice', { exact: true }).waitFor(); // the retry
    await dialog.getByText('Absent', { exact: true }).waitFor();
    await dialog.getByText(LOCKED).waitFor();
    await check('attempts-job');
    await other.close();
  });

  it('appear with the job on the page of all deletions, to which the destination links', async () => {
    const { page } = tab;
    await tab.goto('/destinations/crm?tab=deletions', 'Our CRM');
    await page.getByText('1 job', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Deletions', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Deletions' }).waitFor();
    await page.getByRole('button', { name: 'Our CRM', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Attempts' }).waitFor();
    await page.getByRole('dialog').getByText(LOCKED).first().waitFor();
  });
});

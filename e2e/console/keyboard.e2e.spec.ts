import type { Browser } from 'playwright-core';
import { StandaloneSystem } from '../standalone-system.js';
import { TOKENS } from '../support/workspaces.js';
import { ByKeyboard } from './support/by-keyboard.js';
import { ConsolePage } from './support/console-page.js';
import { describeWithBrowser, launchBrowser } from './support/test-browser.js';

const PERSON = 'person-by-keyboard';

/**
 * Tests the most important pages with keys only: the tests never click, and never set the focus.
 */
describeWithBrowser('the console by the keyboard alone', () => {
  let system: StandaloneSystem;
  let browser: Browser;
  let tab: ConsolePage;
  let keys: ByKeyboard;

  beforeAll(async () => {
    [system, browser] = await Promise.all([StandaloneSystem.start(), launchBrowser()]);
    tab = await ConsolePage.open(browser, system.address);
    tab.hides(PERSON);
    tab.expects(/^401 GET \/v2\/me$/);
    keys = new ByKeyboard(tab.page);
    await tab.page.goto('/console/');
    await tab.page.getByLabel('Access token').waitFor();
    await keys.type(TOKENS.admin);
    await keys.press('Enter');
    await heading('Overview');
  });

  afterAll(async () => {
    await browser.close();
    await system.stop();
  });

  afterEach(async () => {
    expect(await tab.problems()).toEqual([]);
  });

  const heading = (name: string) =>
    tab.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const text = (words: string | RegExp) => tab.page.getByText(words).first().waitFor();

  it('creates a regulation, reads it, and cancels it', async () => {
    await keys.press('g', 'r');
    await heading('Regulations');
    await text('No regulations yet');
    await keys.press('c');
    await heading('New regulation');
    await keys.tabTo('User ids');
    await keys.type(PERSON);
    await keys.use('See what it will do');
    await text('new events of this user are dropped at all sources');
    await keys.use('Create');
    await heading('Regulations');
    await tab.page.getByRole('row').nth(1).waitFor();
    await keys.tabTo(/^Select this regulation\s+Suppress/); // the row
    await keys.press('ArrowDown', 'Home', 'Enter');
    await heading('Suppress');
    await keys.tabTo('Timeline');
    await keys.press('ArrowRight', 'Enter');
    await tab.page.getByRole('region', { name: 'History' }).waitFor();
    await keys.press('Control+k');
    await tab.page.getByRole('option').first().waitFor();
    await keys.type('cancel this');
    await keys.press('Enter');
    await text('Cancel this regulation?');
    await keys.use('Cancel the regulation');
    await text('No longer suppressed');
  });

  it('looks a user up with the command bar, also when the page of users is open', async () => {
    for (const person of [PERSON, 'person-2-without-regulations']) {
      await keys.press('Control+k');
      await tab.page.getByRole('option').first().waitFor();
      await keys.type(person);
      await text('Find the user with this id, e-mail address or phone number');
      await keys.press('Enter');
      await heading('Users');
      await text(person === PERSON ? 'Regulations of this user' : 'No regulation found');
    }
    await keys.tabTo('User id, e-mail address or phone number');
    await keys.press('Control+a');
    await keys.type(PERSON);
    await keys.press('Enter');
    await text('Regulations of this user');
    await keys.use('Show identifiers', 'Space');
    await text(PERSON);
  });

  it('tries code on an event in the playground, and leaves the editor', async () => {
    await keys.press('g', 'y');
    await heading('Playground');
    await text('unchanged');
    await keys.tabTo('Event, as JSON');
    await keys.press('Escape');
    await keys.tabTo('Code of the transformation');
    await keys.press('Control+a');
    await keys.type('export function transformEvent(event) { return undefined');
    await text('The code returned nothing, so the event is dropped.');
    await keys.press('Escape');
    await keys.tabTo('Show');
  });

  it('tests a new destination before it is saved, after leaving the event editor', async () => {
    await tab.goto('/destinations/new?type=WEBHOOK', 'New destination: Webhook');
    await keys.tabTo(/^Webhook URL/);
    await keys.type('https://example.com/by-keyboard');
    await keys.tabTo('Event as JSON');
    await keys.press('Escape');
    await keys.use('Preview');
    await text(/^POST https:\/\/example\.com\/by-keyboard/);
    await keys.use('Send…');
    await text('Send this event?');
    await keys.press('Escape');
  });

  it('finds a destination, and pauses its deletions', async () => {
    await keys.press('g', 'd');
    await heading('Destinations');
    await keys.tabTo('Find by name or type');
    await keys.type('hook');
    await keys.tabTo(/^Deaf hook\s+WEBHOOK/); // the first row
    await keys.press('End', 'Enter');
    await heading('Hook');
    await keys.tabTo('Settings');
    await keys.press('ArrowRight', 'ArrowRight', 'Enter'); // past the tab of test cases
    await keys.use('Pause');
    await text('Pause the deletions at Hook?');
    await keys.use('Pause');
    await text('Paused');
  });
});

import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { StandaloneSystem } from '../standalone-system.js';
import { TOKENS } from '../support/workspaces.js';
import { ConsolePage } from './support/console-page.js';
import { RULES_OF_COLOURS, violationsOf } from './support/expect-accessible.js';
import { pagesOf, PERSON, type PageOfConsole } from './support/pages.js';
import { describeWithBrowser, launchBrowser } from './support/test-browser.js';

const ROUTER = new URL('../../apps/console/src/router.tsx', import.meta.url);

describeWithBrowser('all pages of the console', () => {
  let system: StandaloneSystem;
  let browser: Browser;
  let pages: readonly PageOfConsole[];

  beforeAll(async () => {
    [system, browser] = await Promise.all([StandaloneSystem.start(), launchBrowser()]);
    pages = await pagesOf(system.address);
  });

  afterAll(async () => {
    await browser.close();
    await system.stop();
  });

  /** Signs in, and registers the texts that pages must not leak. */
  const open = async (token: string): Promise<ConsolePage> => {
    const tab = await ConsolePage.open(browser, system.address);
    tab.hides(PERSON);
    await tab.signIn(token);
    return tab;
  };
  const see = async (tab: ConsolePage, { path, heading, last }: PageOfConsole): Promise<void> => {
    await tab.goto(path, heading);
    await tab.page.getByText(last).filter({ visible: true }).first().waitFor();
  };

  it('are the pages of the router', () => {
    const routes = [...readFileSync(ROUTER, 'utf8').matchAll(/\b(?:page\(|path: )'(\/[^']*)'/g)];
    const listed = pages.map(({ route }) => route).filter((route) => route !== '/no-such-page');
    // Pages for development are not in the build.
    const built = routes.map(([, route]) => route).filter((route) => route !== '/kit');
    expect(listed.sort()).toEqual(built.sort());
  });

  it('redirect from the former address of the page of users', async () => {
    const tab = await open(TOKENS.viewer);
    await tab.goto('/people?by=prefix', 'Users');
    expect(new URL(tab.page.url()).pathname).toBe('/console/users');
    await tab.page.getByLabel('Start of the user id').waitFor();
    await tab.close();
  });

  it('break no rule of axe and need no sideways scrolling in both themes, on screen and phone', async () => {
    const tab = await open(TOKENS.admin);
    const wrong: string[] = [];
    for (const page of pages) {
      await tab.change('light');
      await tab.widen(1280);
      await see(tab, page);
      for (const [theme, width] of VIEWS) {
        await tab.change(theme);
        await tab.widen(width);
        const rules = theme === 'dark' ? RULES_OF_COLOURS : undefined;
        const broken = await violationsOf(tab.page, rules);
        wrong.push(...broken.map((one) => `${page.name}, ${theme}, ${width}: ${one}`));
        const needed = await tab.page.evaluate<number>('document.documentElement.scrollWidth');
        if (needed > width) wrong.push(`${page.name} needs ${needed} pixels of ${width}`);
        const cut = await tab.page.evaluate<readonly string[]>(STATES_OUT_OF_SIGHT);
        wrong.push(...cut.map((table) => `${page.name}, ${width}: no State in ${table}`));
        await tab.screenshot(`${page.name}-${theme}-${width}`);
      }
    }
    expect(wrong).toEqual([]);
    await tab.close();
  });

  it('offer a viewer no action that needs another scope', async () => {
    const viewer = await open(TOKENS.viewer);
    const offered: string[] = [];
    for (const { name, path } of pages.filter((page) => !SIGNED_OUT.has(page.name))) {
      await viewer.page.goto(`/console${path}`);
      await viewer.page.getByRole('heading', { level: 1 }).waitFor();
      await viewer.page.locator('main [role="status"]:has-text("Loading")').waitFor(GONE);
      offered.push(...(await actionsOn(viewer)).map((action) => `${name}: ${action}`));
    }
    expect(offered).toEqual([]);
    await viewer.page.keyboard.press('Control+k');
    await viewer.page.getByRole('option').first().waitFor();
    const commands = await viewer.page.getByRole('option').allInnerTexts();
    expect(commands.some((command) => command.startsWith('Users'))).toBe(true);
    expect(commands.filter((command) => /^(?:New|Tokens|Playground)/.test(command))).toEqual([]);
    await viewer.close();
  });

  it.each(['regulations', 'tokens', 'destination', 'new-import'])(
    'offer an owner further actions: %s',
    async (name) => {
      const owner = await open(TOKENS.admin);
      await see(
        owner,
        pages.find((page) => page.name === name)!,
      );
      expect(await actionsOn(owner)).not.toEqual([]);
      await owner.close();
    },
  );
});

/** Themes and widths in which each page is checked. */
const VIEWS = [
  ['light', 1280],
  ['dark', 1280],
  ['dark', 360],
  ['light', 360],
] as const;

/** Finds tables whose State column is hidden, or visible only after scrolling sideways. */
const STATES_OUT_OF_SIGHT = `[...document.querySelectorAll('th, [role="columnheader"]')]
  .filter((head) => /^State$/.test(head.textContent))
  .filter((head) => !head.checkVisibility() || head.getBoundingClientRect().right > innerWidth)
  .map((head) => head.closest('[aria-label]').ariaLabel)`;

/** Names of controls that only read, or only change the view. */
const READS =
  /^(?:Show this request as curl|Show the identifier|Copy .*|Find.*|One user|User id, e-mail.*|All.*|Show all|Newest first|Active|Created from.*|Created until.*|Overdue|Due within 7 days|Needs attention|On hold|Data found again|Source|Destination|Timeline|Full history|Settings|Deletions|Connections|Code|Test cases|Versions|Destinations .*|Download as CSV|Hook|dst_hook|)$/;
/** Pages before the sign-in. */
const SIGNED_OUT = new Set(['sign-in']);
const GONE = { state: 'detached' } as const;

/**
 * Returns the actions of a page: buttons and fields, except controls that only read, and links that
 * create something.
 */
async function actionsOn({ page }: ConsolePage): Promise<string[]> {
  const names = await page.evaluate<readonly string[]>(`[...document.querySelectorAll(
    'main :is(button, input, textarea, [contenteditable="true"], a[href$="/new"])')]
    .filter((one) => one.checkVisibility() && !one.readOnly)
    .map((one) => one.ariaLabel ?? one.labels?.[0]?.innerText ?? one.innerText ?? '')`);
  return names
    .map((name) => name.replaceAll(/\s+/g, ' ').trim())
    .filter((name) => !READS.test(name));
}

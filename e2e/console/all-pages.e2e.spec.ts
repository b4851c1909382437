import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { StandaloneSystem } from '../standalone-system.js';
import { TOKENS } from '../support/workspaces.js';
import { ConsolePage } from './support/console-page.js';
import { violationsOf } from './support/expect-accessible.js';
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

  /** Signed in, and hiding who is on the pages. */
  const open = async (token: string, theme: 'light' | 'dark' = 'light'): Promise<ConsolePage> => {
    const tab = await ConsolePage.open(browser, system.address, { theme });
    tab.hides(PERSON);
    await tab.signIn(token);
    return tab;
  };
  const see = async (tab: ConsolePage, { path, heading, last }: PageOfConsole): Promise<void> => {
    await tab.goto(path, heading);
    await tab.page.getByText(last).filter({ visible: true }).first().waitFor();
  };

  it('are those of the router', () => {
    const routes = [...readFileSync(ROUTER, 'utf8').matchAll(/\.\.\.at\('([^']+)'\)/g)];
    const listed = pages.map(({ route }) => route).filter((route) => route !== '/no-such-page');
    expect(listed.sort()).toEqual(routes.map(([, route]) => route).sort());
  });

  it.each([
    ['light', [1280, 360]],
    ['dark', [1280]],
  ] as const)('break no rule of axe, and need no sideways scrolling, %s', async (theme, widths) => {
    const tab = await open(TOKENS.admin, theme);
    const wrong: string[] = [];
    for (const page of pages) {
      await tab.widen(1280);
      await see(tab, page);
      for (const width of widths) {
        await tab.widen(width);
        wrong.push(...(await violationsOf(tab.page)).map((one) => `${page.name}, ${width}: ${one}`));
        const needed = await tab.page.evaluate<number>('document.documentElement.scrollWidth');
        if (needed > width) wrong.push(`${page.name} needs ${needed} pixels of ${width}`);
        await tab.screenshot(`${page.name}-${theme}-${width}`);
      }
    }
    expect(wrong).toEqual([]);
    await tab.close();
  });
});

import type { Page } from 'playwright-core';

/** More than any page has places for the focus before what is looked for. */
const MOST_STEPS = 80;

/** What has the focus, as it is called: the text of its label, or its own. */
const FOCUSED = `(() => {
  const { activeElement: one } = document;
  const ids = (one.getAttribute('aria-labelledby') ?? '').split(' ');
  const named = ids.map((id) => document.getElementById(id)?.innerText ?? '').join(' ').trim();
  return (one.ariaLabel ?? (named || one.labels?.[0]?.innerText || one.innerText) ?? '').trim();
})()`;

/** Uses a page without a mouse: keys alone, and nothing that is not where Tab leads. */
export class ByKeyboard {
  constructor(private readonly page: Page) {}

  /** Presses keys one after the other. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Goes on with Tab until what has the focus is called so. @throws with all that had it */
  async tabTo(name: string | RegExp): Promise<void> {
    const passed: string[] = [];
    while (passed.length < MOST_STEPS) {
      await this.press('Tab');
      const focused = await this.page.evaluate<string>(FOCUSED);
      if (typeof name === 'string' ? focused === name : name.test(focused)) return;
      passed.push(focused);
    }
    throw new Error(`Tab does not lead to ${String(name)}, but to: ${passed.join(' | ')}`);
  }

  /** The same, and presses it. */
  async use(name: string | RegExp, key = 'Enter'): Promise<void> {
    await this.tabTo(name);
    await this.press(key);
  }
}

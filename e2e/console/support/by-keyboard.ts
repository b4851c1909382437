import type { Page } from 'playwright-core';

/** Maximum number of Tab presses, more than any page needs to reach a control. */
const MOST_STEPS = 80;

/** Returns the name of the focused element: the text of its label, or its own text. */
const FOCUSED = `(() => {
  const { activeElement: one } = document;
  const ids = (one.getAttribute('aria-labelledby') ?? '').split(' ');
  const named = ids.map((id) => document.getElementById(id)?.innerText ?? '').join(' ').trim();
  return (one.ariaLabel ?? (named || one.labels?.[0]?.innerText || one.innerText) ?? '').trim();
})()`;

/** Uses a page without a mouse, and reaches controls only with Tab. */
export class ByKeyboard {
  constructor(private readonly page: Page) {}

  /** Presses keys one after another. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /**
   * Presses Tab until an element with this name has the focus.
   *
   * @throws Error with all elements that had the focus
   */
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

  /** Presses Tab until an element with this name has the focus, and then presses a key. */
  async use(name: string | RegExp, key = 'Enter'): Promise<void> {
    await this.tabTo(name);
    await this.press(key);
  }
}

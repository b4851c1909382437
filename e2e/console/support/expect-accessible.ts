import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly {
    readonly target: readonly string[];
    readonly failureSummary?: string;
  }[];
}

/**
 * Waits until all transitions have ended, because colours have intermediate values during a
 * transition. An inherited transition can start on the next element a frame later.
 */
const STANDS_STILL = `(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  for (let still = 0; still < 2; still += 1) {
    const moving = document.getAnimations().filter(({ effect, playState }) =>
      playState === 'running' && effect.getComputedTiming().endTime !== Infinity);
    if (moving.length > 0) still = -1;
    await Promise.allSettled(moving.map(({ finished }) => finished));
    await frame();
  }
})()`;

/** Rules that a theme can break, because a theme changes only colours. */
export const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'] as const;

/**
 * Checks the page with axe.
 *
 * @param rules the default rules of axe when absent
 * @returns each element that breaks a rule
 */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(`${AXE};0`);
  await page.evaluate(STANDS_STILL);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) => `${id} at ${target.join(' ')}: ${failureSummary}`,
    ),
  );
}

/** @throws Error with each element of the page that breaks a rule of axe */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
}

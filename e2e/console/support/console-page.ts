import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { DATA_PLANES, DELETION_SECRET, TOKENS } from '../../support/workspaces.js';
import { PageRecord } from './page-record.js';

export interface PageOptions {
  readonly theme?: 'light' | 'dark';
  /** Pixels; 360 is a phone. */
  readonly width?: number;
}

/** Folder of screenshots for developers; not in git. */
const SCREENSHOTS = fileURLToPath(new URL('../../../.cache/screenshots/', import.meta.url));
/** Maximum milliseconds to wait for an element, long enough for a busy machine. */
const PATIENCE_MS = 240_000;
const HEIGHT = 800;

/**
 * A page of the console in its own browser context. `problems` returns everything that goes wrong
 * on the page.
 */
export class ConsolePage {
  private constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
    private readonly record: PageRecord,
  ) {}

  static async open(
    browser: Browser,
    address: string,
    { theme = 'light', width = 1280 }: PageOptions = {},
  ): Promise<ConsolePage> {
    const context = await browser.newContext({
      baseURL: address,
      colorScheme: theme,
      reducedMotion: 'reduce',
      viewport: { width, height: HEIGHT },
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const record = await PageRecord.of(context, page);
    record.hide(...Object.values(TOKENS), ...Object.values(DATA_PLANES), DELETION_SECRET);
    return new ConsolePage(page, context, record);
  }

  /**
   * Expects refusals with 400 or above, such as `401 GET /v2/me`. Other refusals are problems, and
   * so are expected refusals that do not occur.
   */
  expects(...refusals: readonly RegExp[]): void {
    this.record.expect(...refusals);
  }

  /**
   * Registers texts that must be in no storage, address, history or title, such as identifiers and
   * secrets. The secrets of the workspace file are already registered.
   */
  hides(...texts: readonly string[]): void {
    this.record.hide(...texts);
  }

  /**
   * Returns errors of the page, violations of its policy, refused requests, and texts that leak.
   * The list is empty if there are no problems.
   */
  problems(): Promise<string[]> {
    return this.record.problems();
  }

  /** Signs in with a token in the form, as a person does. */
  async signIn(token: string): Promise<void> {
    this.expects(/^401 GET \/v2\/me$/);
    this.hides(token);
    await this.page.goto('/console/');
    await this.page.getByLabel('Access token').fill(token);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await this.page.getByRole('heading', { name: 'Overview' }).waitFor();
  }

  /**
   * Deletes the session's cookie in the browser, so that the gateway refuses the page's next
   * request.
   */
  async endSession(): Promise<void> {
    await this.context.clearCookies();
  }

  /** Opens a page of the console by its path below `/console`, and waits for its heading. */
  async goto(path: string, heading: string): Promise<void> {
    await this.record.checkFocus();
    await this.page.goto(`/console${path}`);
    await this.page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  }

  /** @param width of the window, in pixels; 360 is a phone */
  async widen(width: number): Promise<void> {
    await this.page.setViewportSize({ width, height: HEIGHT });
  }

  /** Changes the theme, as the operating system does. */
  async change(theme: 'light' | 'dark'): Promise<void> {
    await this.page.emulateMedia({ colorScheme: theme });
  }

  /**
   * Takes a screenshot for developers with `LETHE_SCREENSHOTS=1`: `.cache/screenshots/<name>.png`.
   */
  async screenshot(name: string): Promise<void> {
    if (process.env.LETHE_SCREENSHOTS !== '1') return;
    mkdirSync(SCREENSHOTS, { recursive: true });
    await this.page.screenshot({ path: `${SCREENSHOTS}${name}.png`, fullPage: true });
  }

  /** @throws Error if the page had problems */
  async close(): Promise<void> {
    expect(await this.problems()).toEqual([]);
    await this.context.close();
  }
}

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

/** Where `screenshot` puts what people look at; not in git. */
const SCREENSHOTS = fileURLToPath(new URL('../../../.cache/screenshots/', import.meta.url));
/** Only what never comes ends a wait: a busy machine takes long. */
const PATIENCE_MS = 240_000;
const HEIGHT = 800;

/** One page of the console in a browser of its own, so to say. What goes wrong in it is in `problems`, whatever the test looks at. */
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

  /** Says that the test wants answers from 400 on: `401 GET /v2/me`. All others are problems, and so is that none comes. */
  expects(...refusals: readonly RegExp[]): void {
    this.record.expect(...refusals);
  }

  /** Says what may be in no storage, address, history or title: identifiers, secrets. Those of the workspace file are known. */
  hides(...texts: readonly string[]): void {
    this.record.hide(...texts);
  }

  /** Errors of the page, violations of its policy, requests that were refused, texts that others can see. Empty when all is well. */
  problems(): Promise<string[]> {
    return this.record.problems();
  }

  /** Signs in as people do, with a token in the form. */
  async signIn(token: string): Promise<void> {
    this.expects(/^401 GET \/v2\/me$/);
    this.hides(token);
    await this.page.goto('/console/');
    await this.page.getByLabel('Access token').fill(token);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await this.page.getByRole('heading', { name: 'Overview' }).waitFor();
  }

  /** As if it had run out: the next thing that the page asks is refused. */
  async endSession(): Promise<void> {
    await this.context.clearCookies();
  }

  /** Opens a page of the console by its path below `/console`, and waits for its head. */
  async goto(path: string, heading: string): Promise<void> {
    await this.record.lookAtFocus();
    await this.page.goto(`/console${path}`);
    await this.page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  }

  /** @param width of the window, in pixels; 360 is a phone */
  async widen(width: number): Promise<void> {
    await this.page.setViewportSize({ width, height: HEIGHT });
  }

  /** As if the machine had changed its theme meanwhile. */
  async change(theme: 'light' | 'dark'): Promise<void> {
    await this.page.emulateMedia({ colorScheme: theme });
  }

  /** For people to look at, where they ask for it by `LETHE_SCREENSHOTS=1`: `.cache/screenshots/<name>.png`. */
  async screenshot(name: string): Promise<void> {
    if (process.env.LETHE_SCREENSHOTS !== '1') return;
    mkdirSync(SCREENSHOTS, { recursive: true });
    await this.page.screenshot({ path: `${SCREENSHOTS}${name}.png`, fullPage: true });
  }

  /** @throws unless all was well in it */
  async close(): Promise<void> {
    expect(await this.problems()).toEqual([]);
    await this.context.close();
  }
}

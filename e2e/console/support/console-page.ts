import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';

export interface PageOptions {
  readonly theme?: 'light' | 'dark';
  /** Pixels; 360 is a phone. */
  readonly width?: number;
}

/** Where `screenshot` puts what people look at; not in git. */
const SCREENSHOTS = fileURLToPath(new URL('../../../.cache/screenshots/', import.meta.url));
/** What a browser says of a request that the API refuses, or that found no gateway: no mistake of the page. */
const OF_THE_NETWORK = /^Failed to load resource: (?:the server responded|net::ERR_)/;

/** One page of the console in a browser of its own, so to say, and all that went wrong in it. */
export class ConsolePage {
  private constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
    /** Errors that the page logged or threw, and violations of its policy. */
    readonly problems: readonly string[],
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
      viewport: { width, height: 800 },
    });
    const problems: string[] = [];
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(`thrown: ${error.message}`));
    page.on('console', (message) => {
      const isBad = message.type() === 'error' || message.type() === 'warning';
      if (isBad && !OF_THE_NETWORK.test(message.text())) problems.push(message.text());
    });
    await page.exposeFunction('letheViolation', (what: string) => problems.push(what));
    await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) => {
      letheViolation('policy: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample);
    })`);
    return new ConsolePage(page, context, problems);
  }

  /** Signs in as people do, with a token in the form. */
  async signIn(token: string): Promise<void> {
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
    await this.page.goto(`/console${path}`);
    await this.page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }

  /** For people to look at: `.cache/screenshots/<name>.png`. */
  async screenshot(name: string): Promise<void> {
    mkdirSync(SCREENSHOTS, { recursive: true });
    await this.page.screenshot({ path: `${SCREENSHOTS}${name}.png`, fullPage: true });
  }

  /** All that the browser keeps, and shows to others: storage, the URL, the title. */
  async whatIsKept(): Promise<string> {
    const stored = await this.page.evaluate(
      `JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.title, location.href, document.cookie])`,
    );
    return String(stored);
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}

import type { BrowserContext, Page, Request } from 'playwright-core';

/** The browser's messages about refused and failed requests, which are recorded separately. */
const OF_THE_NETWORK = /^Failed to load resource: (?:the server responded|net::ERR_)/;

/**
 * Reports each title, and each state and address in the history. It runs before the scripts of the
 * page. At the next key or click, it also reports a dialog after which no element had the focus.
 */
const REPORTER = `{
  const report = (where, what) => void letheSaw(where, String(what));
  for (const name of ['pushState', 'replaceState']) {
    const original = history[name];
    history[name] = function (state, unused, url) {
      report('history', JSON.stringify(state) + ' ' + url);
      return original.call(this, state, unused, url);
    };
  }
  new MutationObserver(() => report('title', document.title))
    .observe(document, { subtree: true, childList: true, characterData: true });
  document.addEventListener('securitypolicyviolation', (event) => {
    report('policy', event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample);
  });
  let closed;
  globalThis.letheFocusLostBy = () => {
    const isLost = (document.activeElement ?? document.body) === document.body;
    const dialog = closed;
    closed = undefined;
    return isLost ? dialog : undefined;
  };
  const checkFocus = () => {
    const dialog = letheFocusLostBy();
    if (dialog !== undefined) report('focus', dialog);
  };
  new MutationObserver((changes) => {
    const gone = changes.flatMap(({ removedNodes }) => [...removedNodes]);
    const modal = '[role$="dialog"]:not([aria-modal="false"])'; // a toast is not a dialog
    const dialog = gone.map((one) => one.querySelector?.(modal)).find((one) => one);
    if (dialog) closed = dialog.querySelector('h2')?.textContent ?? dialog.ariaLabel;
  }).observe(document, { subtree: true, childList: true });
  for (const event of ['keydown', 'pointerdown']) {
    addEventListener(event, checkFocus, { capture: true });
  }
}`;

/** Returns the data that the browser stores now, except the data in Playwright's `storageState`. */
const KEPT = `(async () => {
  const cached = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      cached.push(request.url, await (await cache.match(request)).text());
    }
  }
  return JSON.stringify([{ ...sessionStorage }, history.state, document.title, cached]);
})()`;

/**
 * Records the problems of a page from its first moment. Also records everything that another person
 * could see. These are titles, stored data, and addresses of pages, of requests and in the history.
 */
export class PageRecord {
  private readonly wrong: string[] = [];
  /** Such as `404 GET /v2/sources/src_1`, or `net::ERR_CONNECTION_REFUSED GET /v2/me`. */
  private readonly refusals: string[] = [];
  private readonly expected: RegExp[] = [];
  private readonly seen = new Map<string, string>();
  private readonly hidden = new Set<string>();

  private constructor(
    private readonly context: BrowserContext,
    private readonly page: Page,
  ) {}

  /** Call it before the page opens an address. */
  static async of(context: BrowserContext, page: Page): Promise<PageRecord> {
    const record = new PageRecord(context, page);
    await record.begin();
    return record;
  }

  /**
   * Expects answers with status 400 or above, or network failures, so that they are no problems. An
   * expected answer or failure that does not occur is a problem.
   */
  expect(...refusals: readonly RegExp[]): void {
    this.expected.push(...refusals);
  }

  /**
   * Registers texts that no other person is allowed to see. `problems` searches for them in
   * everything that was recorded before and after this call.
   */
  hide(...texts: readonly string[]): void {
    for (const text of texts) this.hidden.add(text);
  }

  /** Returns all problems; empty if there are none. */
  async problems(): Promise<string[]> {
    await this.checkFocus();
    const kept = await this.kept();
    const isExpected = (refusal: string) => this.expected.some((one) => one.test(refusal));
    const leaks = [...this.hidden].flatMap((text) =>
      [...this.seen, ...kept]
        .filter(([what]) => includes(what, text))
        .map(([what, where]) => `${text} is in ${where}: ${what}`),
    );
    return [
      ...this.wrong,
      ...this.refusals.filter((refusal) => !isExpected(refusal)),
      ...this.expected
        .filter((one) => !this.refusals.some((refusal) => one.test(refusal)))
        .map((one) => `nothing came like ${String(one)}`),
      ...leaks,
    ];
  }

  /**
   * Records a dialog after which no element has the focus. Call it before leaving the page, too.
   */
  async checkFocus(): Promise<void> {
    const dialog = await this.page.evaluate<string | undefined>(`globalThis.letheFocusLostBy?.()`);
    if (dialog !== undefined) this.wrong.push(lostFocus(dialog));
  }

  private async begin(): Promise<void> {
    const { context, page } = this;
    page.on('pageerror', (error) => this.wrong.push(`thrown: ${error.message}`));
    page.on('console', (message) => {
      const isBad = message.type() === 'error' || message.type() === 'warning';
      if (isBad && !OF_THE_NETWORK.test(message.text())) this.wrong.push(message.text());
    });
    page.on('framenavigated', (frame) => this.seen.set(frame.url(), 'an address'));
    context.on('request', (request) => this.seen.set(request.url(), 'the address of a request'));
    context.on('response', (response) => {
      if (response.status() >= 400) this.refuse(String(response.status()), response.request());
    });
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? 'failed';
      // A page cancels its requests when the browser leaves it, or when it sends newer requests.
      if (reason !== 'net::ERR_ABORTED') this.refuse(reason, request);
    });
    await page.exposeFunction('letheSaw', (where: string, what: string) => {
      if (where === 'policy') this.wrong.push(`policy: ${what}`);
      else if (where === 'focus') this.wrong.push(lostFocus(what));
      else this.seen.set(what, where);
    });
    await page.addInitScript(REPORTER);
  }

  private refuse(why: string, request: Request): void {
    this.refusals.push(`${why} ${request.method()} ${new URL(request.url()).pathname}`);
  }

  private async kept(): Promise<[what: string, where: string][]> {
    const state = await this.context.storageState({ indexedDB: true });
    return [
      [JSON.stringify(state), 'cookies or storage'],
      [await this.page.evaluate<string>(KEPT), 'storage, title or history'],
    ];
  }
}

function lostFocus(dialog: string): string {
  return `no focus after the dialog: ${dialog}`;
}

function includes(what: string, text: string): boolean {
  return [what, decoded(what)].some((form) => form.includes(text));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

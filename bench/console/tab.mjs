import { TOKEN } from '../support/workspace.mjs';

const MIB = 2 ** 20;
/** Milliseconds; a page that takes longer ends the benchmark. */
const LIMIT_MS = 60_000;

/** Runs before the page does: notes when the first row of a list has been painted, and tasks that take longer than 50 ms. */
const WATCH = `
  window.benchRow = new Promise((seen) => {
    const look = () => {
      if (document.querySelector(window.benchSelector ?? '[data-index="0"]') === null) return requestAnimationFrame(look);
      // The frame that has it is painted before the second next one begins.
      requestAnimationFrame(() => requestAnimationFrame(() => seen(performance.now())));
    };
    requestAnimationFrame(look);
  });
  window.benchTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.benchTasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });`;

/** A page of the console in a browser, with what the browser says of it. */
export class Tab {
  /** Requests to the API since it was opened, but for the stream of events. */
  requests = 0;
  problems = [];

  constructor(context, page, cdp) {
    this.context = context;
    this.page = page;
    this.cdp = cdp;
    page.setDefaultTimeout(LIMIT_MS);
    page.on('pageerror', ({ message }) => this.problems.push(message));
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/v\d\//.test(pathname) && !pathname.endsWith('/stream')) this.requests += 1;
    });
  }

  /** @param options.session of another tab, so that nobody signs in; its cache is empty all the same */
  static async open(browser, baseURL, { session } = {}) {
    const context = await browser.newContext({
      baseURL,
      viewport: { width: 1280, height: 800 },
      ...(session === undefined ? {} : { storageState: session }),
    });
    await context.addInitScript(WATCH);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable');
    return new Tab(context, page, cdp);
  }

  async signIn() {
    await this.page.goto('/console/');
    await this.page.getByLabel('Access token').fill(TOKEN);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await this.page.getByRole('heading', { name: 'Overview' }).waitFor();
    return this.context.storageState();
  }

  /** As people do, with the navigation at the side. */
  async follow(name) {
    await this.page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
    await this.page.getByRole('heading', { level: 1, name }).waitFor();
  }

  /**
   * Loads a page of the console anew.
   *
   * @param selector of what has to be there
   * @returns milliseconds from the navigation until it is painted
   */
  async load(path, selector) {
    await this.page.addInitScript(`window.benchSelector = ${JSON.stringify(selector)}`);
    await this.page.goto(`/console${path}`, { waitUntil: 'commit' });
    return this.page.evaluate('window.benchRow');
  }

  /** What is there after all garbage has been collected: MiB of JavaScript's heap, nodes, listeners. */
  async memory() {
    await this.cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await this.cdp.send('Performance.getMetrics');
    const of = (wanted) => metrics.find(({ name }) => name === wanted).value;
    return {
      heap: of('JSHeapUsedSize') / MIB,
      nodes: of('Nodes'),
      listeners: of('JSEventListeners'),
    };
  }

  close() {
    return this.context.close();
  }
}

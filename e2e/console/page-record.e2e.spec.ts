import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitFor } from '@lethe/testing';
import type { Browser } from 'playwright-core';
import { ConsolePage } from './support/console-page.js';
import { describeWithBrowser, launchBrowser } from './support/test-browser.js';

const SECRET = 'a hidden text';

/** Tests the recorder of the console's tests with a page that causes each recorded problem. */
describeWithBrowser('the record of a page', () => {
  let browser: Browser;
  let server: Server;
  let tab: ConsolePage;

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/cut') request.socket.destroy();
      const isPage = request.url === '/';
      response.writeHead(isPage || request.url?.startsWith('/ok') ? 200 : 404, {
        'content-type': 'text/html',
        'content-security-policy': "default-src 'none'; connect-src 'self'",
      });
      response.end('<!doctype html><title>plain</title>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    browser = await launchBrowser();
  });

  beforeEach(async () => {
    const { port } = server.address() as AddressInfo;
    tab = await ConsolePage.open(browser, `http://127.0.0.1:${port}`);
    tab.hides(SECRET);
    await tab.page.goto('/');
  });

  afterAll(async () => {
    await browser.close();
    server.close();
  });

  it('is empty for a page without problems', async () => {
    await tab.page.evaluate(`fetch('/ok')`);
    await tab.close();
  });

  it.each([
    ['an uncaught error', `void setTimeout(() => { throw new Error('oh') })`, /^thrown: oh/],
    ['a logged error', `console.error('oh')`, /^oh/],
    ['an unexpected refusal', `void fetch('/absent')`, /^404 GET \/absent/],
    ['a request without an answer', `void fetch('/cut').catch(() => 0)`, /^net::ERR_\w+ GET \/cut/],
    [
      'a violation of the policy',
      `document.body.append(new Image()); document.images[0].src = '/i'`,
      /^policy: img-src/,
    ],
    [
      'a dialog after which no element has the focus',
      `document.body.innerHTML = '<div><p role="dialog" aria-label="Sure?"></p></div>';
      setTimeout(() => document.body.replaceChildren())`,
      /^no focus after the dialog: Sure\?/,
    ],
    [
      'a secret in a title',
      `document.title = '${SECRET}'; setTimeout(() => document.title = '')`,
      /in title/,
    ],
    [
      'a secret in the address of a request',
      `void fetch('/ok?q=a+hidden%20text')`,
      /address of a request/,
    ],
    [
      'a secret in the history',
      `history.pushState('${SECRET}', '', '/ok'); history.back()`,
      /in history/,
    ],
    [
      'a secret in an address',
      `history.pushState(0, '', '/ok?${encodeURIComponent(SECRET)}')`,
      /in an address/,
    ],
    ['a secret in storage', `localStorage.a = '${SECRET}'`, /in cookies or storage/],
    ['a secret in the storage of a session', `sessionStorage.a = '${SECRET}'`, /in storage/],
    ['a secret in a cookie', `document.cookie = 'a=${SECRET}'`, /in cookies/],
    [
      'a secret in a database',
      `void (indexedDB.open('a').onupgradeneeded = ({ target: { result } }) =>
        result.createObjectStore('a').put('${SECRET}', 'a'))`,
      /in cookies or storage/,
    ],
    [
      'a secret in a cache',
      `caches.open('a').then((cache) => cache.put('/ok', new Response('${SECRET}')))`,
      /in storage/,
    ],
  ])('contains %s', async (_what, script, problem) => {
    await tab.page.evaluate(script);
    const found = await waitFor(async () => {
      const problems = await tab.problems();
      return problems.some((one) => problem.test(one)) && problems;
    });
    expect(found).toContainEqual(expect.stringMatching(problem));
  });

  it('contains an expected refusal that did not occur', async () => {
    tab.expects(/^401 /);
    expect(await tab.problems()).toEqual([expect.stringMatching('nothing came like')]);
  });
});

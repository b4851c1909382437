import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { GUIDES_PLACEHOLDER, NONCE_PLACEHOLDER } from '../src/console/assets/console-files.js';
import { startGateway, type GatewayUnderTest } from './gateway-under-test.js';

const SCRIPT = 'main-0123abcd.js';
const CODE = 'console.log(1);'.repeat(200);

let assets: string;
let guides: string;
let gateway: GatewayUnderTest;

beforeAll(async () => {
  assets = mkdtempSync(join(tmpdir(), 'lethe-console-'));
  writeFileSync(join(assets, SCRIPT), CODE);
  writeFileSync(join(assets, `${SCRIPT}.gz`), gzipSync(CODE));
  guides = mkdtempSync(join(tmpdir(), 'lethe-guides-'));
  mkdirSync(join(guides, 'assets'));
  writeFileSync(join(guides, 'index.html'), 'start');
  writeFileSync(join(guides, 'terms.html'), 'terms');
  writeFileSync(join(guides, '404.html'), 'no such page');
  writeFileSync(join(guides, 'assets', SCRIPT), CODE);
  const index = `<meta name="guides" content="${GUIDES_PLACEHOLDER}"><meta nonce="${NONCE_PLACEHOLDER}"><script src="/console/assets/${SCRIPT}"></script>`;
  gateway = await startGateway({ console: { assets, index, guides } });
});

afterAll(async () => {
  await gateway.app.close();
  rmSync(assets, { recursive: true });
  rmSync(guides, { recursive: true });
});

/** Requests a path verbatim. `fetch` would resolve the dots in the path. */
function getAsWritten(path: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    request(gateway.url, { path }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text });
      });
    })
      .on('error', reject)
      .end();
  });
}

describe('the console', () => {
  it.each(['/console/', '/console/regulations/1?x=1', '/console/no-such-page', '/console/%00'])(
    'is one page at %s without credentials, with a new nonce and a strict policy each time',
    async (path) => {
      const nonces = new Set<string>();
      for (const method of ['GET', 'GET', 'HEAD']) {
        const answer = await fetch(gateway.url + path, { method });
        expect(answer.status).toBe(200);
        expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
        expect(answer.headers.get('cache-control')).toBe('no-cache');
        expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin');
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
        expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
        const policy = answer.headers.get('content-security-policy') ?? '';
        const [, nonce = ''] = /'nonce-([^']{20,})'/.exec(policy) ?? [];
        expect(policy.replace(nonce, 'N')).toBe(
          "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-N'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
        );
        const page = await answer.text();
        if (method === 'GET') expect(page).toContain(`<meta nonce="${nonce}">`);
        nonces.add(nonce);
      }
      expect(nonces.size).toBe(3);
    },
  );

  it('opens at the address without a path, and at /console', async () => {
    for (const path of ['/', '/console']) {
      const answer = await fetch(gateway.url + path, { redirect: 'manual' });
      expect(answer.headers.get('location')).toBe('/console/');
    }
  });

  it('serves files that browsers cache for a year, compressed at build time', async () => {
    const url = `${gateway.url}/console/assets/${SCRIPT}`;
    const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(answer.headers.get('content-type')).toContain('javascript');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(await answer.text()).toBe(CODE);
    const etag = answer.headers.get('etag') ?? '';
    const again = await fetch(url, {
      // The headers of a browser. By default, `fetch` would forbid cached answers.
      headers: {
        ...{ 'if-none-match': etag, 'accept-encoding': 'gzip' },
        'cache-control': 'max-age=0',
      },
    });
    expect(again.status).toBe(304);
    const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(CODE);
  });

  it.each([
    '/console/assets/other.js',
    '/console/assets/',
    '/console/assets/../../package.json',
    '/console/assets/..%2f..%2fpackage.json',
    '/console/assets/%2e%2e/%2e%2e/package.json',
    '/console//assets/..\\package.json',
  ])('serves no other file at %s', async (path) => {
    const { status, text } = await getAsWritten(path);
    if (status === 200) expect(text).toContain('<meta nonce=');
    else expect(JSON.parse(text)).toMatchObject({ code: 'not_found' });
  });

  it('accepts only GET and HEAD', async () => {
    for (const path of ['/console/', `/console/assets/${SCRIPT}`, '/console/regulations']) {
      const answer = await fetch(gateway.url + path, { method: 'POST' });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('GET, HEAD');
    }
  });

  it('does not change the API and its reference', async () => {
    expect((await fetch(`${gateway.url}/v2/me`)).status).toBe(401);
    const docs = await fetch(`${gateway.url}/docs/reference`);
    expect(docs.headers.get('content-security-policy')).toContain(
      "style-src 'self' 'unsafe-inline'",
    );
  });
});

describe('the guides', () => {
  it('are pages at /docs, to which the console links', async () => {
    const entry = await fetch(`${gateway.url}/docs`, { redirect: 'manual' });
    expect(entry.headers.get('location')).toBe('/docs/');
    const page = await fetch(`${gateway.url}/docs/`);
    expect(await page.text()).toBe('start');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(await (await fetch(`${gateway.url}/docs/terms.html`)).text()).toBe('terms');
    expect(await (await fetch(`${gateway.url}/console/`)).text()).toContain('content="/docs/"');
  });

  it('have assets that browsers cache for a year', async () => {
    const answer = await fetch(`${gateway.url}/docs/assets/${SCRIPT}`);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await answer.text()).toBe(CODE);
  });

  it.each(['/docs/no-such-page.html', '/docs/../package.json', '/docs/..%2f..%2fpackage.json'])(
    'answer %s with a page or an error about a missing path',
    async (path) => {
      const { status, text } = await getAsWritten(path);
      expect(status).toBe(404);
      if (text !== 'no such page') expect(JSON.parse(text)).toMatchObject({ code: 'not_found' });
    },
  );
});

describe('a gateway without the console', () => {
  it('explains how to build the console, and redirects to the API reference', async () => {
    const without = await startGateway();
    const answer = await fetch(`${without.url}/console/`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('npm run build');
    const root = await fetch(`${without.url}/`, { redirect: 'manual' });
    expect(root.headers.get('location')).toBe('/docs/reference');
    await without.app.close();
  });

  it('explains how to build the guides, and redirects to the API reference', async () => {
    const without = await startGateway({ console: { assets, index: GUIDES_PLACEHOLDER } });
    const entry = await fetch(`${without.url}/docs`, { redirect: 'manual' });
    expect(entry.headers.get('location')).toBe('/docs/reference');
    const page = await fetch(`${without.url}/docs/terms.html`);
    expect(page.status).toBe(404);
    expect(await page.text()).toContain('npm run docs:site');
    expect(await (await fetch(`${without.url}/console/`)).text()).toBe('');
    await without.app.close();
  });
});

import { jsonNestsDeeperThan } from '@lethe/contracts';
import { parseCredentials, parseDataPlaneSecret } from '../src/auth/credentials.js';
import { readIfMatch } from '../src/http/request/if-match.js';
import { AllowedMethods } from '../src/http/allowed-methods.js';
import { acceptsGzip } from '../src/http/answer/compress.js';
import { isKnownTag } from '../src/http/answer/entity-tag.js';
import { readJsonBody } from '../src/http/request/json-body.js';
import { asksForRepresentation } from '../src/http/answer/asks-for-representation.js';
import { prefersJson } from '../src/http/answer/prefers-json.js';
import { parseQuery } from '../src/http/request/query-string.js';
import { requestIdOf } from '../src/http/request/request-id.js';

const allowed = new AllowedMethods();
allowed.add('/docs/*', 'GET');
allowed.add('/v2/destinations/:id/transformation', 'PUT');

const headersOf = (headers: object) => ({ headers }) as never;
const JSON_TYPE = 'application/json';
const SCHEMES = ['Basic', 'Bearer'] as const;

/** Inputs that are read before the permissions of the client are checked. */
const READERS: readonly [name: string, unit: string, read: (text: string) => unknown][] = [
  ['a query of one name', 'a&', (text) => parseQuery(`/x?${text}`)],
  ['a query of one parameter', '%41', (text) => parseQuery(`/x?${text}`)],
  ['a path', '/a', (text) => allowed.of(text)],
  ['a path with a known end', '/', (text) => allowed.of(`/v2/destinations${text}/transformation`)],
  ['a Bearer token', 'a=', (text) => parseCredentials(`Bearer ${text}!`, SCHEMES)],
  ['Bearer and blanks', ' ', (text) => parseCredentials(`Bearer ${text}!`, SCHEMES)],
  ['Basic', '=', (text) => parseCredentials(`Basic a${text}!`, SCHEMES)],
  ['the secret of a data plane', 'Og', (text) => parseDataPlaneSecret(`Basic ${text}`)],
  ['X-Request-Id', ' ', (text) => requestIdOf({ headers: { 'x-request-id': text } })],
  ['Accept', 'a/b;q=1,', (text) => prefersJson(text)],
  ['Accept with parameters', ';q', (text) => prefersJson(`application/json${text}`)],
  ['Prefer', 'a="\\",', (text) => asksForRepresentation(text)],
  ['Prefer with blanks', ' ', (text) => asksForRepresentation(`return${text}`)],
  ['Accept-Encoding', 'q =1;,', (text) => acceptsGzip(text)],
  ['If-None-Match', 'W/"",', (text) => isKnownTag(text, '"x"')],
  ['If-Match', '"",', (text) => readIfMatch(headersOf({ 'if-match': text }))],
  [
    'Content-Type',
    ';\t',
    (text) => readJsonBody(headersOf({ 'content-type': `${JSON_TYPE}${text}!` })),
  ],
  [
    'Content-Type with charsets',
    ';charset=utf-8 ',
    (text) => readJsonBody(headersOf({ 'content-type': `${JSON_TYPE}${text}!` })),
  ],
  ['the depth of a body', '"[\\"', (text) => jsonNestsDeeperThan(Buffer.from(text), 64)],
];

describe('the cost of a request before authentication', () => {
  it.each(READERS)('is proportional to the size of %s', (_name, unit, read) => {
    const small = cost(read, unit.repeat(1_000 / unit.length));
    const large = cost(read, unit.repeat(16_000 / unit.length));
    // At 16 times the size, a linear cost is 16 times as large, and a quadratic cost 256 times. A
    // linear cost is below 1 ms. On a busy computer, only times above 50 ms are reliable.
    if (large > 50) expect(large / small).toBeLessThan(100);
  });
});

/** Returns the shortest of seven times, in milliseconds. */
function cost(read: (text: string) => unknown, text: string): number {
  const times = Array.from({ length: 7 }, () => {
    const startedAt = performance.now();
    try {
      read(text);
    } catch {
      // The cost of a refusal is measured, too.
    }
    return performance.now() - startedAt;
  });
  return Math.min(...times);
}

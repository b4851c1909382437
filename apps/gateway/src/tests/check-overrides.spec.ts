import type { CatalogDestination, TestTarget, TokenIdentity } from '@lethe/catalog';
import { LetheError, ROLES, type JsonObject } from '@lethe/contracts';
import { checkOverrides, protectStoredSecrets } from './check-overrides.js';

const destination = (type: string, config: JsonObject = {}): CatalogDestination =>
  ({ id: 'dst_1', type, config }) as unknown as CatalogDestination;
const as = (role: 'editor' | 'admin') => ({ scopes: ROLES[role] }) as unknown as TokenIdentity;

function detailsOf(type: string, overrides: JsonObject): unknown {
  try {
    checkOverrides(destination(type), overrides);
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_request' });
    return (error as LetheError).details;
  }
  return {};
}

describe('checkOverrides', () => {
  it('accepts any variable of the type', () => {
    expect(
      detailsOf('WEBHOOK', {
        webhookUrl: 'https://example.com',
        webhookMethod: 'PUT',
        headers: [{ from: 'a', to: 'b' }],
      }),
    ).toEqual({});
    expect(detailsOf('WEBHOOK', {})).toEqual({});
  });

  it('refuses a name that is not a variable, and lists the allowed names', () => {
    const allowed =
      'allowed are webhookUrl, webhookMethod, headers, header, deletionUrl, deletionSecret, verificationUrl';
    expect(detailsOf('WEBHOOK', { webhookURL: 'x', apiUrl: 'x', 'headers.to': 'x' })).toEqual({
      'destinationConfig.webhookURL': `is not a variable of WEBHOOK; did you mean "webhookUrl"?; ${allowed}`,
      'destinationConfig.apiUrl': `is not a variable of WEBHOOK; ${allowed}`,
      'destinationConfig.headers.to': `is not a variable of WEBHOOK; did you mean "headers"?; ${allowed}`,
    });
  });

  it.each(['__proto__', 'constructor', 'toString', 'length'])('refuses %s', (name) => {
    const overrides = JSON.parse(`{"${name}":"x"}`) as JsonObject;
    expect(Object.keys(detailsOf('WEBHOOK', overrides) as object)).toEqual([
      `destinationConfig.${name}`,
    ]);
  });

  it('refuses values of a wrong type', () => {
    expect(
      Object.keys(
        detailsOf('WEBHOOK', {
          webhookUrl: 7,
          webhookMethod: 'FETCH',
          headers: [{ from: 'a', to: {} }],
        }) as object,
      ),
    ).toEqual([
      'destinationConfig.webhookUrl',
      'destinationConfig.webhookMethod',
      'destinationConfig.headers[0].to',
    ]);
  });

  it('reports at most 50 names', () => {
    const names = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`n${n}`, n]));
    expect(Object.keys(detailsOf('WEBHOOK', names) as object)).toHaveLength(50);
  });
});

describe('protectStoredSecrets', () => {
  const URL = { webhookUrl: 'https://thief.example' };
  const headers = (...to: unknown[]) => ({
    headers: to.map((value) => ({ from: 'x', to: value })),
  });
  const refuses = (type: string, config: JsonObject, overrides: JsonObject, role = 'editor') => {
    try {
      protectStoredSecrets(as(role as 'editor'), destination(type, config), overrides, undefined);
      return false;
    } catch (error) {
      expect(error).toMatchObject({ code: 'insufficient_scope' });
      expect((error as Error).message).toContain('catalog:write');
      return true;
    }
  };

  it.each<[string, string, JsonObject, JsonObject, boolean]>([
    ['a header stays', 'WEBHOOK', headers('secret'), URL, true],
    ['one of several headers has a value', 'WEBHOOK', headers('', 'secret'), URL, true],
    ['a header that is not a string stays', 'WEBHOOK', headers(7), URL, true],
    ['the headers are replaced', 'WEBHOOK', headers('secret'), { ...URL, headers: [] }, false],
    ['the headers are replaced by null', 'WEBHOOK', headers('secret'), { headers: null }, false],
    ['the headers have no values', 'WEBHOOK', headers('', null, undefined), URL, false],
    ['there are no headers', 'WEBHOOK', { headers: [] }, URL, false],
    ['there are no secrets', 'WEBHOOK', { webhookUrl: 'https://example.com' }, URL, false],
    [
      'one of two secrets is replaced',
      'WEBHOOK',
      { ...headers('secret'), deletionSecret: 's' },
      { ...URL, headers: [] },
      true,
    ],
    [
      'both secrets are replaced',
      'WEBHOOK',
      { ...headers('secret'), deletionSecret: 's' },
      { ...URL, headers: [], deletionSecret: '' },
      false,
    ],
    ['a password stays', 'HTTP', { password: 'secret' }, { apiUrl: 'https://thief.example' }, true],
    ['an empty password stays', 'HTTP', { password: '' }, { apiUrl: 'https://x.example' }, false],
    ['nothing is overridden', 'HTTP', { password: 'secret' }, {}, true],
    ['the type is unknown', 'NOBODY_KNOWS', { anything: 'x' }, { other: 1 }, true],
    ['the type is unknown, and all is replaced', 'NOBODY_KNOWS', { a: 'x' }, { a: 1 }, false],
  ])('refuses only if a secret stays: %s', (_name, type, config, overrides, expected) => {
    expect(refuses(type, config, overrides)).toBe(expected);
    expect(refuses(type, config, overrides, 'admin')).toBe(false);
  });

  it('finds secrets in a list of lists, and in unexpected places', () => {
    expect(refuses('WEBHOOK', { headers: [[{ from: 'x', to: 'secret' }]] }, URL)).toBe(true);
    expect(refuses('WEBHOOK', { headers: 'x-key: secret' }, URL)).toBe(true);
    expect(refuses('WEBHOOK', { headers: ['x-key: secret'] }, URL)).toBe(true);
  });
});

describe('protectStoredSecrets with credentials of the workspace', () => {
  const READS = "export const transformEvent = (e) => ({ ...e, key: getCredential('k') });";
  const target = (credentials: object, code: string, libraries: { code: string }[] = []) =>
    ({ credentials, transformation: { code }, libraries }) as unknown as TestTarget;
  const send = (role: 'editor' | 'admin', tested: TestTarget | undefined) => () => {
    protectStoredSecrets(as(role), destination('WEBHOOK'), { webhookUrl: 'https://x.y' }, tested);
  };

  it('refuses an editor if the transformation or one of its libraries reads credentials', () => {
    expect(send('editor', target({ k: 'v' }, READS))).toThrow(/catalog:write/);
    expect(send('editor', target({ k: 'v' }, 'x', [{ code: READS }]))).toThrow(/catalog:write/);
    expect(send('admin', target({ k: 'v' }, READS))).not.toThrow();
  });

  it('accepts an editor if the code reads no credentials, if there are none, or if no transformation runs', () => {
    expect(
      send('editor', target({ k: 'v' }, 'export const transformEvent = (e) => e;')),
    ).not.toThrow();
    expect(send('editor', target({}, READS))).not.toThrow();
    expect(send('editor', undefined)).not.toThrow();
  });
});

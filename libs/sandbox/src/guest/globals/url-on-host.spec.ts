import { answerOnHost, MAX_URL_LENGTH } from './url-on-host.js';

const ask = (...question: unknown[]) =>
  JSON.parse(answerOnHost(JSON.stringify(question))) as Record<string, unknown> | null;

describe('answerOnHost', () => {
  it('parses URLs, and sets their members', () => {
    expect(ask('parse', '../x?y#z', 'https://u:p@Ä.example:444/a/b')).toEqual({
      href: 'https://u:p@xn--4ca.example:444/x?y#z',
      origin: 'https://xn--4ca.example:444',
      protocol: 'https:',
      username: 'u',
      password: 'p',
      host: 'xn--4ca.example:444',
      hostname: 'xn--4ca.example',
      port: '444',
      pathname: '/x',
      search: '?y',
      hash: '#z',
    });
    expect(ask('set', 'http://a/b', 'port', '81')).toMatchObject({ href: 'http://a:81/b' });
  });

  it.each([
    '',
    '{',
    '{}',
    'null',
    '5',
    '[]',
    '[1]',
    '["parse"]',
    '["parse",5]',
    '["other","http://a"]',
    '["parse","a"]',
    '["set","a","port","1"]',
    '["btoa","\u0100"]',
    '["atob","="]',
    '["atob",5]',
    '["encode","a"]',
    '["decode","latin1",false,false,false,"a"]',
    '["decode","utf-8",false,false,false,"\u0100"]',
    '["decode","utf-8",true,false,false,"\u00ff"]',
  ])('returns null for %j', (question) => {
    expect(answerOnHost(question)).toBe('null');
  });

  it.each(['__proto__', 'constructor', 'searchParams', 'href', 'origin', 'toString'])(
    'does not set the member %s',
    (name) => {
      expect(ask('set', 'http://a/', name, 'http://b/')).toMatchObject({ href: 'http://a/' });
    },
  );

  it('does not parse URLs that are longer than the maximum', () => {
    const address = (length: number) => `http://a/${'b'.repeat(length - 9)}`;
    expect(ask('parse', address(MAX_URL_LENGTH))).not.toBeNull();
    for (const question of [
      ['parse', address(MAX_URL_LENGTH + 1)],
      ['parse', 'b', address(MAX_URL_LENGTH + 1)],
      ['parse', address(2 ** 20)],
      ['set', address(MAX_URL_LENGTH + 1), 'hash', 'x'],
      ['set', 'http://a/', 'hash', address(MAX_URL_LENGTH + 1)],
    ]) {
      expect(ask(...question)).toBe('too long');
    }
  });
});

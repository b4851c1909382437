import { urlOf } from './url-of.js';

describe('urlOf', () => {
  it('reads an address, with a base, and says what is none', () => {
    expect(urlOf('https://a.example/b')?.href).toBe('https://a.example/b');
    expect(urlOf('../c', 'https://a.example/b/d')?.href).toBe('https://a.example/c');
    expect([urlOf('a.example'), urlOf(''), urlOf('http://')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('says the same of a host with letters such as ü, however often it is asked', () => {
    const hosts = ['ü.example', 'É', 'straße.example'];
    const refused = new Set<string>();
    for (let i = 0; i < 60_000; i += 1) {
      const host = hosts[i % hosts.length]!;
      if (urlOf(`http://${host}/`) === undefined) refused.add(host);
    }
    expect([...refused]).toEqual([]);
  });
});

import { urlOf } from './url-of.js';

describe('urlOf', () => {
  it('parses a URL with or without a base, and returns undefined for other texts', () => {
    expect(urlOf('https://a.example/b')?.href).toBe('https://a.example/b');
    expect(urlOf('../c', 'https://a.example/b/d')?.href).toBe('https://a.example/c');
    expect([urlOf('a.example'), urlOf(''), urlOf('http://')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('accepts a host with letters such as ü also after many calls', () => {
    const hosts = ['ü.example', 'É', 'straße.example'];
    const refused = new Set<string>();
    for (let i = 0; i < 60_000; i += 1) {
      const host = hosts[i % hosts.length]!;
      if (urlOf(`http://${host}/`) === undefined) refused.add(host);
    }
    expect([...refused]).toEqual([]);
  });
});

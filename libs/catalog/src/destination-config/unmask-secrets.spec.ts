import { DetailsCollector } from '@lethe/contracts';
import { findDefinition, maskConfig } from '@lethe/destination-definitions';
import { unmaskSecrets } from './unmask-secrets.js';

const WEBHOOK = findDefinition('WEBHOOK');
const headers = (...pairs: readonly (readonly [string, string])[]) => ({
  headers: pairs.map(([from, to]) => ({ from, to })),
});

function restore(given: object, stored: object, type = 'WEBHOOK') {
  const problems = new DetailsCollector();
  const config = unmaskSecrets(
    findDefinition(type),
    given as Record<string, unknown>,
    stored as Record<string, unknown>,
    problems,
  );
  return { config, problems: Object.keys(problems.toDetails()) };
}

describe('unmaskSecrets', () => {
  it('restores a masked configuration', () => {
    const stored = {
      webhookUrl: 'https://a.example',
      deletionSecret: '𝄞𝄞 secret',
      ...headers(['a', 'aa1'], ['b', ''], ['a', 'aa2']),
    };
    expect(restore(maskConfig(WEBHOOK, stored), stored)).toEqual({ config: stored, problems: [] });
  });

  it('finds a masked list element by its other members, or, if none matches, by its position', () => {
    const stored = headers(['a', 'xx-first'], ['b', 'xx-second'], ['b', 'xx-third']);
    const given = headers(['b', 'xx***'], ['a', 'xx***'], ['b', 'xx***'], ['c', 'new']);
    expect(restore(given, stored).config).toEqual(
      headers(['b', 'xx-second'], ['a', 'xx-first'], ['b', 'xx-third'], ['c', 'new']),
    );
    expect(restore(headers(['renamed', 'xx***']), stored).config).toEqual(
      headers(['renamed', 'xx-first']),
    );
  });

  it('finds an element at another position and with fewer members, but not with an additional member', () => {
    const stored = { list: [{ a: '1', b: 'first' }, 'x', [], null, { a: '2', b: 'second', c: 3 }] };
    const given = { list: [{ b: 'se***' }, {}, { a: '1***', b: 'fi***', c: 'new' }] };
    const { config, problems } = restore(given, stored, 'NOPE');
    expect(config.list).toEqual([{ b: 'second' }, {}, { c: 'new' }]);
    expect(problems).toEqual(['config.list[2].a', 'config.list[2].b']);
  });

  it.each<[string, object]>([
    [
      'WEBHOOK',
      { webhookUrl: 'https://hooks.slack.com/services/T024/B0/xyz?k=v', deletionUrl: null },
    ],
    [
      'HTTP',
      {
        apiUrl: 'https://jane:pass@example.com/in/4f8a9c2e1b',
        headers: [
          { to: 'a', from: "'topsecret'" },
          { to: 'b', from: 'topsecret' },
          { to: 'c', from: '$.userId' },
        ],
        queryParams: [{ to: 'k', from: 'other-secret' }],
      },
    ],
    [
      'AMPLITUDE',
      {
        apiKey: 'abc',
        presets: [
          {
            name: 'Track Calls',
            mapping: {
              a: { '@template': 'Bearer sk_live_4eC39HqLyjW' },
              b: 'Bought',
              c: [1, 'AKIAIOSFODNN7EXAMPLE'],
            },
          },
        ],
      },
    ],
  ])('restores partly masked values: %s', (type, stored) => {
    const masked = maskConfig(findDefinition(type), stored as Record<string, unknown>);
    expect(JSON.stringify(masked)).toContain('***');
    expect(restore(masked, stored, type)).toEqual({ config: stored, problems: [] });
  });

  it('does not restore the path of an address if the host has changed', () => {
    const stored = { webhookUrl: 'https://hooks.slack.com/services/T024' };
    expect(
      restore({ webhookUrl: 'https://thief.example/services/T0***' }, stored).problems,
    ).toEqual(['config.webhookUrl']);
  });

  it('reports each mask that matches no stored value', () => {
    const stored = { deletionSecret: 'abc', ...headers(['a', 'abc']) };
    const given = { deletionSecret: 'zz***', ...headers(['a', 'ab***'], ['b', 'ab***']) };
    expect(restore(given, stored).problems).toEqual([
      'config.deletionSecret',
      'config.headers[1].to',
    ]);
  });

  it('does not change a text that looks like a mask if its variable is not secret', () => {
    expect(restore({ webhookMethod: 'a***' }, {})).toEqual({
      config: { webhookMethod: 'a***' },
      problems: [],
    });
  });

  it('treats every text as a secret if the destination type is unknown', () => {
    const stored = { a: { b: ['secret'] }, n: 1 };
    const { config, problems } = restore(maskConfig(undefined, stored), stored, 'NOPE');
    expect({ config, problems }).toEqual({ config: stored, problems: [] });
  });
});

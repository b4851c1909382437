import { maskConfig, maskSecret } from './mask-config.js';
import { findDefinition } from '../registry.js';

const webhook = findDefinition('WEBHOOK');

describe('maskConfig', () => {
  it('masks all secrets, including secrets in lists, and no other values', () => {
    const config = {
      webhookUrl: 'https://example.com/hook',
      headers: [
        { from: 'X-Api-Key', to: 'topsecret' },
        { from: 'X-Empty', to: '' },
      ],
      deletionSecret: 'signing-key',
    };
    expect(maskConfig(webhook, config)).toEqual({
      webhookUrl: 'https://example.com/hook',
      headers: [
        { from: 'X-Api-Key', to: 'to***' },
        { from: 'X-Empty', to: '' },
      ],
      deletionSecret: 'si***',
    });
    expect(config.headers[0]?.to).toBe('topsecret');
  });

  it.each([
    ['https://example.com/hook', 'https://example.com/hook'],
    ['http://127.0.0.1:8080/bytes/10000000', 'http://127.0.0.1:8080/bytes/10000000'],
    ['https://example.com/api/v1/inbound-events', 'https://example.com/api/v1/inbound-events'],
    [
      'https://hooks.slack.com/services/T024/B0/xYz98',
      'https://hooks.slack.com/services/T0***/B0***/xY***',
    ],
    [
      'https://hooks.zapier.com/hooks/catch/123456/abcdef/',
      'https://hooks.zapier.com/hooks/ca***/12***/ab***/',
    ],
    ['https://example.com/in/4f8a9c2e1b', 'https://example.com/in/4f***'],
    ['https://example.com/in/QWxhZGRpbg', 'https://example.com/in/QW***'],
    ['https://jane:pass@example.com/', 'https://ja***:pa***@example.com/'],
    ['https://example.com/?key=abc&b#frag', 'https://example.com/?key=ab***&b***#fr***'],
    ['HTTPS://example.com?k=1', 'HTTPS://example.com?k=1***'],
  ])('masks possible credentials in the address %s', (webhookUrl, shown) => {
    expect(maskConfig(webhook, { webhookUrl })).toEqual({ webhookUrl: shown });
  });

  it.each([
    ['redis://jane:pa55word123@db.example.com:6379', 're***'],
    ['\thttps://jane:secret@example.com/', '\th***'],
    ['https:example.com?key=secret', 'ht***'],
    ['https:\\\\jane:secret@example.com', 'ht***'],
    [' https://example.com/a1b2', ' h***'],
    ['example.com:8080', 'example.com:8080'],
    ['tcp://db.example.com:6379', 'tcp://db.example.com:6379'],
  ])('masks an unusual address completely if it can be secret: %j', (webhookUrl, masked) => {
    expect(maskConfig(webhook, { webhookUrl })).toEqual({ webhookUrl: masked });
  });

  it('masks constants in mappings, but not JSONPath expressions', () => {
    const pairs = ['topsecret', "'topsecret'", '$.userId', "$['a b']", '$', '$5', '', '12'].map(
      (from) => ({ to: 'x', from }),
    );
    const shown = ['to***', "'to***'", '$.userId', "$['a b']", '$', '$5***', '', '12***'];
    for (const name of ['headers', 'queryParams']) {
      expect(maskConfig(findDefinition('HTTP'), { [name]: pairs })).toEqual({
        [name]: shown.map((from) => ({ to: 'x', from })),
      });
    }
  });

  it('masks constants in presets if they look like a credential', () => {
    const mapping = {
      event: 'Order Completed',
      path: { '@path': '$.properties.abcdef1234567890' },
      template: { '@template': 'Bearer sk_live_4eC39HqLyjW {{userId}}' },
      list: ['2026-11-22T10:00:00Z', 'AKIAIOSFODNN7EXAMPLE', 'https://jane:secret@example.com/'],
      url: 'https://example.com/v1/orders',
      number: 5,
    };
    const preset = { name: 'Track Calls', subscribe: 'type = "track"' };
    expect(maskConfig(findDefinition('AMPLITUDE'), { presets: [{ ...preset, mapping }] })).toEqual({
      presets: [
        {
          ...preset,
          mapping: {
            ...mapping,
            template: { '@template': 'Be***' },
            list: ['2026-11-22T10:00:00Z', 'AK***', 'ht***'],
          },
        },
      ],
    });
  });

  it('adds no member to the configuration', () => {
    expect(maskConfig(webhook, { headers: [{ from: 'a' }, null] })).toEqual({
      headers: [{ from: 'a' }, null],
    });
  });

  it('masks the whole value of a secret that has an unexpected type', () => {
    expect(
      maskConfig(webhook, { headers: 'x-api-key: topsecret', deletionSecret: { a: 1 } }),
    ).toEqual({
      headers: 'x-***',
      deletionSecret: '***',
    });
    expect(maskConfig(webhook, { headers: ['x-api-key: topsecret'] })).toEqual({
      headers: ['x-***'],
    });
  });

  it('masks all texts if the destination type is unknown', () => {
    const config = { token: 'topsecret', nested: [{ more: 'secret', on: true, count: 3 }] };
    expect(maskConfig(undefined, config)).toEqual({
      token: 'to***',
      nested: [{ more: 'se***', on: true, count: 3 }],
    });
  });
});

describe('maskSecret', () => {
  it('keeps the first two characters, and never cuts a character in half', () => {
    expect(maskSecret('a😀secret')).toBe('a😀***');
    expect(maskSecret('😀😀😀')).toBe('😀😀***');
  });

  it('shows no digit of a number', () => {
    expect(maskSecret(123456)).toBe('***');
  });
});

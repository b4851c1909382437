import { maskConfig, maskSecret } from './mask-config.js';
import { findDefinition } from './registry.js';

const webhook = findDefinition('WEBHOOK');

describe('maskConfig', () => {
  it('masks secrets, also inside lists, and nothing else', () => {
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

  it('adds no member that was not there', () => {
    expect(maskConfig(webhook, { headers: [{ from: 'a' }, null] })).toEqual({
      headers: [{ from: 'a' }, null],
    });
  });

  it('hides a secret that has an unexpected shape', () => {
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

  it('masks every text of a type that nobody knows', () => {
    const config = { token: 'topsecret', nested: [{ more: 'secret', on: true, count: 3 }] };
    expect(maskConfig(undefined, config)).toEqual({
      token: 'to***',
      nested: [{ more: 'se***', on: true, count: 3 }],
    });
  });
});

describe('maskSecret', () => {
  it('keeps two characters, not halves of one', () => {
    expect(maskSecret('a😀secret')).toBe('a😀***');
    expect(maskSecret('😀😀😀')).toBe('😀😀***');
  });

  it('hides numbers whole', () => {
    expect(maskSecret(123456)).toBe('***');
  });
});

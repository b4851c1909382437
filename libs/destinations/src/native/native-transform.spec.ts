import { nativeTransform } from './native-transform.js';

const TOO_LARGE = 'The requests of this event would be larger than 4 MiB';
const HTTP = { apiUrl: 'https://api.example.com' };
const ONES = Array.from({ length: 60_000 }, () => 1);

describe('nativeTransform', () => {
  it.each<[string, string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'a path that matches the same values many times',
      'HTTP',
      { propertiesMapping: [{ to: '$.a', from: '$..[*,*,*,*]' }] },
      { properties: [[[ONES]]] },
    ],
    [
      'many mappings of all properties',
      'HTTP',
      {
        propertiesMapping: Array.from({ length: 500 }, (_, index) => ({
          to: `$.a${index}`,
          from: '$.properties',
        })),
      },
      { properties: ONES },
    ],
    ['a long name of many elements', 'HTTP', { format: 'XML' }, { ['n'.repeat(50_000)]: ONES }],
    [
      'a long name of many parameters',
      'WEBHOOK',
      { webhookUrl: 'https://example.com', webhookMethod: 'GET' },
      { properties: { ['n'.repeat(50_000)]: ONES } },
    ],
  ])('fails when the requests would be too large because of %s', (_, type, config, event) => {
    expect(nativeTransform(type, { type: 'track', ...event }, { ...HTTP, ...config })).toEqual({
      status: 'failed',
      error: TOO_LARGE,
    });
  });

  it.each(['JSON', 'XML', 'FORM'])('accepts an event of 1 MiB in the format %s', (format) => {
    const event = { type: 'track', properties: { text: 'x'.repeat(1024 * 1024) } };
    expect(nativeTransform('HTTP', event, { ...HTTP, format }).status).toBe('ok');
  });
});

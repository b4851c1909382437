import type { JsonObject } from '@lethe/contracts';
import { addressesItself } from './addresses-itself.js';

describe('a message that chooses its host', () => {
  const elsewhere = 'https://thief.example';

  it.each<[string, JsonObject, boolean]>([
    ['names an address', { fullPath: elsewhere }, true],
    ['names it for the integration', { integrations: { Webhook: { fullPath: elsewhere } } }, true],
    ['lengthens the host', { appendPath: '.thief.example' }, true],
    ['lengthens it there', { integrations: { WEBHOOK: { appendPath: '.x' } } }, true],
    ['appends a path', { appendPath: '/users/1' }, false],
    ['appends a query', { appendPath: '?user=1' }, false],
    ['has no text there', { fullPath: 7, appendPath: null }, false],
    ['has no addresses', { integrations: { All: true }, fullPath: '' }, false],
    ['has no object of integrations', { integrations: [null] }, false],
  ])('%s', (_name, message, expected) => {
    expect(addressesItself('WEBHOOK', message)).toBe(expected);
    expect(addressesItself('NOBODY_KNOWS', message)).toBe(expected);
    expect(addressesItself('HTTP', message)).toBe(false);
    expect(addressesItself('AMPLITUDE', message)).toBe(false);
  });
});

import { toWebhookSecrets, webhookKeys } from './webhook-secret.js';

const encoded = (text: string): string => Buffer.from(text).toString('base64');

describe('webhookKeys', () => {
  it('reads one secret, several secrets, and a secret without the prefix', () => {
    expect(webhookKeys(`whsec_${encoded('key')}`)).toEqual([Buffer.from('key')]);
    expect(webhookKeys(` whsec_${encoded('new')}\n whsec_${encoded('old')}`)).toEqual([
      Buffer.from('new'),
      Buffer.from('old'),
    ]);
    expect(webhookKeys('pass word')).toEqual([Buffer.from('pass word')]);
    expect(webhookKeys('schlüssel whsec_')).toEqual([Buffer.from('schlüssel whsec_')]);
  });

  it.each(['whsec_', 'whsec_?', 'whsec_a', `whsec_${encoded('key')} whsec_`])(
    'returns undefined for the invalid secret %s',
    (secret) => {
      expect(webhookKeys(secret)).toBeUndefined();
      expect(toWebhookSecrets(secret)).toBeUndefined();
    },
  );

  it('returns secrets in the form that a standard library reads', () => {
    expect(toWebhookSecrets('pass word')).toEqual([`whsec_${encoded('pass word')}`]);
    const secret = `whsec_${encoded('a key of some bytes')}`;
    expect(toWebhookSecrets(`${secret} ${secret}`)).toEqual([secret, secret]);
  });
});

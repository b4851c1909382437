import { secretValues } from './secret-values.js';

const valuesIn = (secret: string): readonly string[] => secretValues(undefined, [{ secret }]);

describe('secretValues', () => {
  it('returns a JSON text, and the secrets in the JSON', () => {
    const key = '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqh\n-----END PRIVATE KEY-----\n';
    const account = {
      type: 'service_account',
      project_id: 'shop-123',
      private_key_id: '4fd0a8f1c2b3e5d6',
      private_key: key,
      client_email: 'events@shop-123.iam.example.com',
      token_uri: 'https://oauth2.example.com/token',
      token_type: 'Bearer',
      more: [{ password: 'hunter' }],
    };
    const text = JSON.stringify(account);
    expect([...valuesIn(text)].sort()).toEqual(
      [text, '4fd0a8f1c2b3e5d6', key, key.trim(), 'hunter'].sort(),
    );
  });

  it('returns an address, and the password in the address', () => {
    const address = 'https://jane:p%40ss%2Fword@example.com/path';
    expect(valuesIn(address)).toEqual([address, 'p%40ss%2Fword', 'p@ss/word']);
    expect(valuesIn('postgres://jane:100%secret@db/x')).toContain('100%secret');
  });

  it('returns other texts unchanged', () => {
    for (const text of ['{not json', '[1,2', '{}', 'https://example.com/:a@b', 'a:b@c']) {
      expect(valuesIn(text)).toEqual([text]);
    }
  });
});

import { describeError } from './describe-error.js';

describe('describeError', () => {
  it('keeps code and constraint and drops the message', () => {
    const error = Object.assign(new Error('Key (user_id)=(alice@example.com) exists\n at home'), {
      code: '23505',
      constraint: 'regulations_pkey',
    });
    const described = describeError(error);
    expect(described).toMatchObject({
      name: 'Error',
      code: '23505',
      constraint: 'regulations_pkey',
    });
    expect(JSON.stringify(described)).not.toContain('alice');
  });

  it('follows causes', () => {
    const described = describeError(new Error('a', { cause: new TypeError('secret') }));
    expect(described.cause?.name).toBe('TypeError');
    expect(JSON.stringify(described)).not.toContain('secret');
  });

  it('survives things that are no errors', () => {
    expect(describeError('alice')).toEqual({ name: 'string' });
  });
});

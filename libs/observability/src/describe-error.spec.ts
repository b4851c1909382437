import { describeError } from './describe-error.js';

describe('describeError', () => {
  it('keeps the code and the constraint, and drops the message', () => {
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

  it('describes the causes of an error', () => {
    const described = describeError(new Error('a', { cause: new TypeError('secret') }));
    expect(described.cause?.name).toBe('TypeError');
    expect(JSON.stringify(described)).not.toContain('secret');
  });

  it('returns only the type of a thrown value that is not an Error', () => {
    expect(describeError('alice')).toEqual({ name: 'string' });
  });
});

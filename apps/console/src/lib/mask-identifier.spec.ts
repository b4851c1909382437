import { maskIdentifier } from './mask-identifier.js';

describe('maskIdentifier', () => {
  it('gives little away, and nothing of what is short', () => {
    expect(maskIdentifier('user-1')).toBe('us***');
    expect(maskIdentifier('ada')).toBe('***');
    expect(maskIdentifier('ann@example.com', 'email')).toBe('a***@example.com');
    expect(maskIdentifier({ a: 1 })).toBe('***');
  });
});

import { ROLE_PRESETS, describeScopes } from './scope-words.js';

it('returns the role with exactly these scopes, in any order', () => {
  expect(describeScopes(['catalog:read', 'regulations:read'])).toBe('Viewer');
  expect(describeScopes([...ROLE_PRESETS.Owner].reverse())).toBe('Owner');
});

it('returns the name of a single scope, and the number of several scopes', () => {
  expect(describeScopes(['tests:run'])).toBe('tests:run');
  expect(describeScopes(['tests:run', 'catalog:read'])).toBe('2 permissions');
});

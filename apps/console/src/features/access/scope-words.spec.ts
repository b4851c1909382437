import { BUNDLES, sayScopes } from './scope-words.js';

it('calls scopes by the bundle that has exactly these, in any order', () => {
  expect(sayScopes(['catalog:read', 'regulations:read'])).toBe('Viewer');
  expect(sayScopes([...BUNDLES.Owner].reverse())).toBe('Owner');
});

it('names one scope, and counts others', () => {
  expect(sayScopes(['tests:run'])).toBe('tests:run');
  expect(sayScopes(['tests:run', 'catalog:read'])).toBe('2 scopes');
});

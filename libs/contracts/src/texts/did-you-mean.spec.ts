import { didYouMean } from './did-you-mean.js';

describe('didYouMean', () => {
  const known = ['regulationType', 'sourceIds', 'destinationIds', 'users'];

  it.each([
    ['sourceIDs', 'sourceIds'],
    ['source_ids', 'sourceIds'],
    ['sorceIds', 'sourceIds'],
    ['regulation-type', 'regulationType'],
    ['user', 'users'],
    ['destinationId', 'destinationIds'],
  ])('suggests a known name for %s', (given, expected) => {
    expect(didYouMean(given, known)).toBe(`; did you mean "${expected}"?`);
  });

  it.each(['reason', 'x', '', 'sourceIds'.repeat(1000)])('suggests nothing for %s', (given) => {
    expect(didYouMean(given, known)).toBe('');
  });
});

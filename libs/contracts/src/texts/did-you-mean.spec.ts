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
  ])('knows what %s was meant to be', (given, meant) => {
    expect(didYouMean(given, known)).toBe(`; did you mean "${meant}"?`);
  });

  it.each(['reason', 'x', '', 'sourceIds'.repeat(1000)])('has no idea about %s', (given) => {
    expect(didYouMean(given, known)).toBe('');
  });
});

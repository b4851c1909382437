import { findTypes } from './find-types.js';

const type = (name: string, displayName: string, deletes = false) => ({
  ...{ name, displayName, category: 'cloud', deletes },
});
const TYPES = [
  type('ACTIVE', 'Active Amplitude'),
  type('AMPLITUDE', 'Amplitude', true),
  type('BRAZE_CLOUD', 'Braze Cloud Mode', true),
];
const names = (text: string, onlyThatDelete = false) =>
  findTypes(TYPES, text, onlyThatDelete).map(({ name }) => name);

describe('findTypes', () => {
  it('puts types whose name begins with the text first', () => {
    expect(names('ampl')).toEqual(['AMPLITUDE', 'ACTIVE']);
  });

  it('matches API names, and words in any order', () => {
    expect(names('braze_cloud')).toEqual(['BRAZE_CLOUD']);
    expect(names('mode braze')).toEqual(['BRAZE_CLOUD']);
  });

  it('can return only types where Lethe can delete data', () => {
    expect(names('', true)).toEqual(['AMPLITUDE', 'BRAZE_CLOUD']);
  });
});

import { nameMissing } from './name-missing.js';

const missing = (url: string | undefined, params: unknown = {}) =>
  nameMissing({ routeOptions: { url }, params });

describe('nameMissing', () => {
  it.each([
    ['/v2/regulations/:id', 'regulation "r-1"'],
    ['/v2/regulations/:id/retry', 'regulation "r-1"'],
    ['/v2/destinations/:id/transformation', 'transformation of destination "r-1"'],
    ['/v2/destinations/:id/test-cases', 'destination "r-1"'],
    ['/v0/testSource/:id', 'source "r-1"'],
  ])('names what %s leads to', (route, name) => {
    expect(missing(route, { id: 'r-1' })).toBe(`There is no ${name} in this workspace.`);
  });

  it('names both of a resource and its owner, as either may be missing', () => {
    const route = '/transformations/:id/test-cases/:caseId';
    const text = 'There is no test case "case_1" of transformation "tr_1" in this workspace.';
    expect(missing(route, { id: 'tr_1', caseId: 'case_1' })).toBe(text);
  });

  it('repeats no text that cannot be an id', () => {
    for (const id of ['a b', '<b>', 'x'.repeat(65), '', '\u202e', undefined]) {
      expect(missing('/v2/sources/:id', { id })).toBe(
        'There is no source of this id in this workspace.',
      );
    }
  });

  it('has no name for a path that there is not, nor for those of data planes', () => {
    expect(missing(undefined)).toBeUndefined();
    expect(missing('/dataplane/namespaces/:id/config', { id: 'ns_1' })).toBeUndefined();
  });
});

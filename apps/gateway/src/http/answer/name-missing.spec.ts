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
  ])('names the resource of %s', (route, name) => {
    expect(missing(route, { id: 'r-1' })).toBe(`There is no ${name} in this workspace.`);
  });

  it('names the resource and its owner, because either of the two can be missing', () => {
    const route = '/transformations/:id/test-cases/:caseId';
    const text = 'There is no test case "case_1" of transformation "tr_1" in this workspace.';
    expect(missing(route, { id: 'tr_1', caseId: 'case_1' })).toBe(text);
  });

  it('does not repeat a text that cannot be an id', () => {
    for (const id of ['a b', '<b>', 'x'.repeat(65), '', '\u202e', undefined]) {
      expect(missing('/v2/sources/:id', { id })).toBe(
        'There is no source with this id in this workspace.',
      );
    }
  });

  it('returns undefined for unknown paths and for paths of data planes', () => {
    expect(missing(undefined)).toBeUndefined();
    expect(missing('/dataplane/namespaces/:id/config', { id: 'ns_1' })).toBeUndefined();
  });
});

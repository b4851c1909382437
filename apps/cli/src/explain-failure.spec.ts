import { CatalogError } from '@lethe/catalog';
import { LetheError } from '@lethe/contracts';
import { explainFailure } from './explain-failure.js';

const withCode = (code: string) => Object.assign(new Error('driver words'), { code });

describe('explainFailure', () => {
  it.each([
    [new CatalogError('There is no workspace "x".'), 'There is no workspace "x".'],
    [new LetheError('unavailable'), /DATABASE_URL is its address/],
    [withCode('ECONNREFUSED'), /DATABASE_URL is its address/],
    [withCode('28P01'), /refuses the login/],
    [withCode('3D000'), /does not exist/],
    [withCode('42501'), /lacks a right/],
    [new TypeError('oops'), 'The command failed: oops'],
    ['thrown text', 'The command failed.'],
  ])('explains %s in one line', (error, expected) => {
    expect(explainFailure(error)).toMatch(expected);
    expect(explainFailure(error)).not.toMatch(/\n|driver words/);
  });
});

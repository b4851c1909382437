import { acceptsGzip } from './compress.js';

describe('acceptsGzip', () => {
  it.each([
    'gzip',
    'GZIP',
    'x-gzip',
    'gzip, deflate, br',
    'br;q=1.0, gzip;q=0.8, *;q=0.1',
    'gzip;q=0.001',
    'gzip ; q=0.5',
    '*',
    'identity;q=0.5, *;q=0.6',
    'identity, gzip',
    'deflate, gzip;q=1.0, *;q=0',
  ])('is true for %j', (header) => {
    expect(acceptsGzip(header)).toBe(true);
  });

  it.each([
    undefined,
    '',
    'identity',
    'br',
    'gzip;q=0',
    'gzip;q=0.000, *',
    '*;q=0',
    'gzip;q=nonsense',
    'gzip;q=-1',
    'gzipped',
    'identity, gzip;q=0.5',
  ])('is false for %j', (header) => {
    expect(acceptsGzip(header)).toBe(false);
  });
});

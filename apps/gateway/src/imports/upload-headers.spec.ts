import { readFormat } from './upload-headers.js';

const formatOf = (type: string, format?: 'ndjson') =>
  readFormat({ headers: { 'content-type': type } }, format === undefined ? {} : { format });

describe('readFormat', () => {
  it('returns the format of the Content-Type', () => {
    expect(formatOf('text/csv; charset=utf-8')).toBe('csv');
    expect(formatOf('application/x-ndjson', 'ndjson')).toBe('ndjson');
  });

  it('returns the format of the query, or else CSV, if the Content-Type says nothing about the format', () => {
    expect(formatOf('application/octet-stream')).toBe('csv');
    expect(formatOf('application/octet-stream', 'ndjson')).toBe('ndjson');
  });
});

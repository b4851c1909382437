import { readFormat } from './upload-headers.js';

const formatOf = (type: string, format?: 'ndjson') =>
  readFormat({ headers: { 'content-type': type } }, format === undefined ? {} : { format });

describe('readFormat', () => {
  it('goes by the type of the body', () => {
    expect(formatOf('text/csv; charset=utf-8')).toBe('csv');
    expect(formatOf('application/x-ndjson', 'ndjson')).toBe('ndjson');
  });

  it('goes by the query, or takes CSV, where the type is that of any bytes', () => {
    expect(formatOf('application/octet-stream')).toBe('csv');
    expect(formatOf('application/octet-stream', 'ndjson')).toBe('ndjson');
  });
});

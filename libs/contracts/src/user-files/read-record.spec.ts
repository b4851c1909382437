import { readRecord, type CsvRecord } from './read-record.js';
import { decodeUtf8 as decode, ROW_BYTES } from './row.js';

const read = (text: string, isEnd = true, delimiter = ','): CsvRecord | undefined =>
  readRecord({ bytes: Buffer.from(text), isEnd, delimiter: Buffer.from(delimiter), decode }, 0);

describe('reading a record of CSV', () => {
  it.each([
    ['a,b\n', ['a', 'b']],
    ['a,\r\nnext', ['a', '']],
    [',,\rnext', ['', '', '']],
    ['last', ['last']],
    ['é,"ü"', ['é', 'ü']],
    ['"",""\n', ['', '']],
    ['"a,b\r\nc","d""e"""\n', ['a,b\r\nc', 'd"e"']],
  ])('returns the fields of %j', (text, fields) => {
    expect(read(text)).toMatchObject({ fields });
  });

  it.each(['§', '\t', ' ', 'ÿ'])('accepts %j between fields', (delimiter) => {
    const text = ['a', '"b"', '', 'c'].join(delimiter);
    expect(read(text, true, delimiter)).toMatchObject({ fields: ['a', 'b', '', 'c'] });
  });

  it.each([
    ['a"b\n', /quote in a field that does not begin with a quote/],
    ['"a"b\n', /text after a closing quote/],
    ['"a" ,b\n', /text after a closing quote/],
    ['"a"\0\n', /text after a closing quote/],
    ['a,"b\nc', /never closed/],
    [`"${'a'.repeat(ROW_BYTES)}"`, /longer than 64 KiB/],
    [`"${'a\n'.repeat(ROW_BYTES)}`, /longer than 64 KiB/],
    ['a,'.repeat(ROW_BYTES), /longer than 64 KiB/],
  ])('reports the problem of %j', (text, problem) => {
    expect(read(text)).toEqual({ problem: expect.stringMatching(problem) as string });
  });

  it.each(['a', 'a,', 'a\r', '"a', '"a"', '"a"\r', '"a""'])(
    'waits for more bytes after %j',
    (text) => {
      expect(read(text, false)).toBeUndefined();
    },
  );

  it('ends a record after a line break of any kind', () => {
    const ends = ['a\nb', 'a\rb', 'a\r\nb', 'a'].map((text) => read(text));
    expect(ends).toMatchObject([{ end: 2 }, { end: 2 }, { end: 3 }, { end: 1 }]);
  });
});

import { foreignFile } from './file-kinds.js';

const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('foreignFile', () => {
  it.each([
    [bytes('PK\x03\x04\x14\0\x06\0[Content_Types].xml'), 'an Excel workbook (.xlsx). Save it as'],
    [bytes('PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet'), '(.ods). Save it'],
    [bytes('PK\x03\x04users.csv'), 'a ZIP archive. Unpack it'],
    [bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1...'), 'an old Excel workbook (.xls). Save it'],
    [bytes('\x1f\x8b\x08'), 'packed with gzip. Unpack it'],
    [bytes('%PDF-1.7'), 'a PDF document'],
    [Buffer.from('\ufeffuserId', 'utf16le'), 'UTF-16. Save it as "CSV UTF-8"'],
    [Buffer.from('userId;email\n', 'utf16le'), 'UTF-16.'],
    [Buffer.from('userId\n', 'utf16le').swap16(), 'UTF-16.'],
  ])('returns the kind of %j and the remedy', (head, message) => {
    expect(foreignFile(head)).toContain(message);
  });

  it.each([
    '',
    'a',
    'userId\n1',
    '\ufeffuserId',
    'P',
    'PK',
    'sep=;\n',
    'id\nnul-\0\0x',
    'ユーザー,メール\n',
  ])('accepts %j as text', (text) => {
    expect(foreignFile(Buffer.from(text))).toBeUndefined();
  });
});

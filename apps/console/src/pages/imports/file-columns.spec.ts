import { columnsParameter, guessChoices, readHead, type HeadChoice } from './file-columns.js';

const head = (text: string, choice?: HeadChoice, name = 'a.csv') =>
  readHead(name, Buffer.from(text), choice);

describe('the beginning of a file', () => {
  it('shows the columns and the delimiter', () => {
    const csv = 'User ID;E-Mail;"City; Street"\n1;a@example.com;x';
    expect(head(csv)).toMatchObject({
      ...{ delimiter: ';', header: 'present' },
      columns: ['User ID', 'E-Mail', 'City; Street'],
    });
    expect(head('\ufeffsep=|\r\nid|a,b,c\r\n')).toMatchObject({
      ...{ delimiter: '|', namesDelimiter: true, columns: ['id', 'a,b,c'] },
    });
  });

  it('shows the members of NDJSON objects, even if the last line is incomplete', () => {
    const text = '{"userId":"1"}\n{"userId":"2","phone":"3"}\n{"userId":"3","em';
    expect(head(text, {}, 'a.ndjson')).toMatchObject({
      ...{ format: 'ndjson', columns: ['userId', 'phone'] },
    });
  });

  it('leaves the header undecided if no cell of the first line is a known name', () => {
    const text = 'alice@example.com,17\nbob@example.com,18\n';
    expect(head(text)).toMatchObject({ header: undefined });
    expect(head(text, { header: 'absent' })).toMatchObject({ header: 'absent', columns: ['', ''] });
    expect(head(text, { header: 'present' }).columns).toEqual(['alice@example.com', '17']);
    for (const other of ['alice\nbob\n', 'kunde;ort\n7;Rom\n']) {
      expect(head(other)).toMatchObject({ header: undefined });
    }
    expect(head('\n,,\n')).toMatchObject({ problem: 'The file has no rows.' });
  });

  it('recognises an Excel workbook, and the refused rows of an import', () => {
    expect(head('PK\x03\x04 xl/workbook.xml').problem).toContain('is an Excel workbook (.xlsx)');
    const refused = 'line;column;reason;userId;phone;escaped\n';
    expect(head(refused)).toMatchObject({ delimiter: ';', columns: ['userId', 'phone'] });
    const chosen = head(refused.replace('phone', '"phone, a,b,c,d,e,f"'), { header: 'absent' });
    expect(chosen).toMatchObject({ header: 'present', delimiter: ';', namesDelimiter: true });
    expect(chosen.columns).toEqual(['userId', 'phone, a,b,c,d,e,f']);
    expect(head('line,column,reason,userId\n').problem).toContain('"escaped" is missing');
    expect(head('line,column,reason,row,escaped\n')).toMatchObject({ isRefusedNdjson: true });
  });
});

describe('columns of a file', () => {
  it('get the identifier that fits their name, and are sent by position for CSV', () => {
    const columns = ['User ID', 'id', 'E-Mail', 'city', 'a=phone'];
    const choices = guessChoices({ columns, header: 'present' });
    expect(choices.map(({ identifier }) => identifier)).toEqual([
      ...['userId', undefined, 'email', undefined, undefined],
    ]);
    expect(columnsParameter(choices, 'csv')).toBe('1=userId,3=email');
    expect(columnsParameter(choices, 'ndjson')).toBe('User ID=userId,E-Mail=email');
    expect(guessChoices({ columns: [''], header: 'absent' })).toEqual([
      { column: '', identifier: 'userId' },
    ]);
  });
});

import { oddUserIds, usualOrLong } from '@lethe/testing';
import { placeOf, readPastedUsers, type PasteChoice } from './pasted-users.js';

const usersOf = (text: string, choice?: PasteChoice) =>
  readPastedUsers(text, choice).rows.map(({ user, problem }) => user ?? problem);

const NO_USER_ID = 'has no user id: name its column userId';

describe('readPastedUsers', () => {
  it('reads a list in one line as several users', () => {
    expect(usersOf('x1, x2, x3')).toEqual([{ userId: 'x1' }, { userId: 'x2' }, { userId: 'x3' }]);
    expect(usersOf('x1;x2\nx3')).toEqual([{ userId: 'x1' }, { userId: 'x2' }, { userId: 'x3' }]);
  });

  it('assigns spreadsheet columns to identifiers by their values or their header', () => {
    const expected = [
      { userId: 'y1', email: 'y1@example.com' },
      { userId: 'y2', email: 'y2@example.com' },
    ];
    expect(usersOf('y1\ty1@example.com\ny2\ty2@example.com')).toEqual(expected);
    expect(usersOf('y1@example.com;y1\ny2@example.com;y2')).toEqual(expected);
    const withHeader = readPastedUsers('User ID\tE-Mail\tcity\n\ny1\ty1@example.com\nz\t\tRome\n');
    expect(withHeader).toMatchObject({ hasHeader: true, leftOut: [] });
    expect(withHeader.rows.map(({ line, user }) => [line, user])).toEqual([
      [3, expected[0]],
      [4, { userId: 'z', city: 'Rome' }],
    ]);
    expect(usersOf('userId')).toEqual([]);
  });

  it('does not guess the layout if each cell or each line can be a user', () => {
    const text = 'a,b\nc,d';
    expect(readPastedUsers(text)).toMatchObject({ layout: undefined, isAmbiguous: true, rows: [] });
    expect(usersOf(text, { layout: 'list' })).toHaveLength(4);
    expect(usersOf(text, { layout: 'columns' })).toEqual([{ userId: 'a' }, { userId: 'c' }]);
    expect(readPastedUsers(text, { layout: 'columns' }).leftOut).toEqual([2]);
  });

  it('reads one user in each line, with further identifiers as `name=value`', () => {
    const text = ' user-1 \r\n\nuser-2, email=a=b@example.com,phone=+49 30 1\nuser-3, Rome';
    expect(usersOf(text)).toEqual([
      { userId: 'user-1' },
      { userId: 'user-2', email: 'a=b@example.com', phone: '+49 30 1' },
      'has “Rome” without a name: write email=Rome, for example',
    ]);
  });

  it('does not split at commas in quotes, or at any comma with the delimiter `none`', () => {
    expect(usersOf('"Doe, Jane"\nid=7')).toEqual([{ userId: 'Doe, Jane' }, { userId: 'id=7' }]);
    expect(usersOf('Doe, Jane', { delimiter: 'none' })).toEqual([{ userId: 'Doe, Jane' }]);
  });

  it('reads quotes as imports do, except with the delimiter `none`', () => {
    const text = '"user-1"\n"user ""2"""\nuser-3';
    const users = [{ userId: 'user-1' }, { userId: 'user "2"' }, { userId: 'user-3' }];
    expect(readPastedUsers(text).delimiter).toBe(',');
    expect(usersOf(text)).toEqual(users);
    expect(usersOf('"a"', { delimiter: 'none' })).toEqual([{ userId: '"a"' }]);
    expect(usersOf('a"b')).toEqual([{ userId: 'a"b' }]);
  });

  it('rejects a repeated name, and reads base64 padding as a part of the id', () => {
    expect(usersOf('YWJj, ZGVm==, Z2hp=')).toEqual([
      ...[{ userId: 'YWJj' }, { userId: 'ZGVm==' }, { userId: 'Z2hp=' }],
    ]);
    expect(usersOf('u1, email=, phone=+49')).toEqual([{ userId: 'u1', phone: '+49' }]);
    expect(usersOf('u1, email=a@x.de, email=b@x.de\nu2, userId=u3')).toEqual([
      ...['has “email” twice', 'has “userId” twice'],
    ]);
  });

  it('reads refused rows of an import in their original form', () => {
    const csv = "line;column;reason;userId;phone;escaped\n2;phone;is wrong;'=u1;'+49 1;lethe\n";
    expect(usersOf(csv)).toEqual([{ userId: '=u1', phone: '+49 1' }]);
    for (const one of ['\t', ',']) {
      const other = csv.replaceAll(';', one).replace('is wrong', '"is wrong; correct it"');
      expect(usersOf(other)).toEqual([{ userId: '=u1', phone: '+49 1' }]);
    }
    expect(usersOf('kunde,E-Mail,user id\nx,"a;b",u1')).toEqual([
      { kunde: 'x', email: 'a;b', userId: 'u1' },
    ]);
    expect(usersOf('line,column,reason,kunde,escaped\n2,,x,u1,lethe')).toEqual([NO_USER_ID]);
    expect(usersOf('line,column,reason,userId\n2,,x,u1')).toEqual([
      expect.stringContaining('column "escaped" is missing'),
    ]);
    expect(usersOf('line,column,reason,row,escaped\n2,,x,"{}",lethe')).toEqual([
      'comes from the refused rows of an NDJSON import: import them as a file',
    ]);
  });

  it('warns if the first line is probably the name of a column', () => {
    const warned = (text: string) => readPastedUsers(text).rows.map((row) => row.warnings.length);
    expect(warned('customer_id\nc1\nc2')).toEqual([1, 0, 0]);
    expect(warned('Kundennummer\na@x.de')).toEqual([1, 0]);
    expect(warned('jane\njohn\nu3')).toEqual([0, 0, 0]);
    expect(warned('jane')).toEqual([0]);
    expect(warned('u1\njane')).toEqual([0, 0]);
  });

  it('keeps unusual ids unchanged, but removes blanks at both ends', () => {
    const ids = oddUserIds(usualOrLong(1_000, 10_000), 20_261_126);
    const quoted = ids.map((id) => `"${id.replaceAll('"', '""')}"`);
    const trimmed = ids.map((id) => ({ userId: id.trim() }));
    for (const delimiter of ['\t', ';', ','] as const) {
      expect(usersOf(['userId', ...quoted].join('\r\n'), { delimiter })).toEqual(trimmed);
      const rows = quoted.map((id, n) => `${id}${delimiter}x${n}@example.com`);
      const text = [`user_id${delimiter}email`, ...rows].join('\n');
      expect(usersOf(text).map((user) => typeof user === 'object' && user.userId)).toEqual(
        trimmed.map(({ userId }) => userId),
      );
      expect(readPastedUsers(rows.join('\n')).delimiter).toBe(delimiter);
    }
  });

  it('reports wrong and suspicious rows', () => {
    expect(usersOf('id,phone\n,+49\na,b,c\nd"e,f')).toEqual([
      'has no user id',
      'has 3 fields, but the other lines have 2',
      'has a quote in a field that does not begin with a quote; write the field in quotes and double each quote in it',
    ]);
    expect(readPastedUsers('user-1\n#N/A').rows.map(({ warnings }) => warnings)).toEqual([
      [],
      ['userId looks like a spreadsheet error'],
    ]);
  });
});

describe('placeOf', () => {
  it('returns the line of the input', () => {
    expect(placeOf('users[1].email', [1, 4])).toBe('line 4 (email)');
    expect(placeOf('users[0]', [1, 4])).toBe('line 1');
    expect(placeOf('reason', [1])).toBe('reason');
  });
});

import { oddUserIds, usualOrLong } from '@lethe/testing';
import { placeOf, readPastedUsers, type PasteChoice } from './pasted-users.js';

const usersOf = (text: string, choice?: PasteChoice) =>
  readPastedUsers(text, choice).rows.map(({ user, problem }) => user ?? problem);

const NO_USER_ID = 'has no user id: name its column userId';

describe('readPastedUsers', () => {
  it('takes a list on one line for as many users', () => {
    expect(usersOf('x1, x2, x3')).toEqual([{ userId: 'x1' }, { userId: 'x2' }, { userId: 'x3' }]);
    expect(usersOf('x1;x2\nx3')).toEqual([{ userId: 'x1' }, { userId: 'x2' }, { userId: 'x3' }]);
  });

  it('takes columns of a spreadsheet for what their values or their header say', () => {
    const meant = [
      { userId: 'y1', email: 'y1@example.com' },
      { userId: 'y2', email: 'y2@example.com' },
    ];
    expect(usersOf('y1\ty1@example.com\ny2\ty2@example.com')).toEqual(meant);
    expect(usersOf('y1@example.com;y1\ny2@example.com;y2')).toEqual(meant);
    const withHeader = readPastedUsers('User ID\tE-Mail\tcity\n\ny1\ty1@example.com\nz\t\tRome\n');
    expect(withHeader).toMatchObject({ hasHeader: true, leftOut: [] });
    expect(withHeader.rows.map(({ line, user }) => [line, user])).toEqual([
      [3, meant[0]],
      [4, { userId: 'z', city: 'Rome' }],
    ]);
    expect(usersOf('userId')).toEqual([]);
  });

  it('asks where each cell could be a user, or a line be one', () => {
    const text = 'a,b\nc,d';
    expect(readPastedUsers(text)).toMatchObject({ layout: undefined, isAmbiguous: true, rows: [] });
    expect(usersOf(text, { layout: 'list' })).toHaveLength(4);
    expect(usersOf(text, { layout: 'columns' })).toEqual([{ userId: 'a' }, { userId: 'c' }]);
    expect(readPastedUsers(text, { layout: 'columns' }).leftOut).toEqual([2]);
  });

  it('takes a user a line, with further identifiers by name', () => {
    const text = ' user-1 \r\n\nuser-2, email=a=b@example.com,phone=+49 30 1\nuser-3, Rome';
    expect(usersOf(text)).toEqual([
      { userId: 'user-1' },
      { userId: 'user-2', email: 'a=b@example.com', phone: '+49 30 1' },
      'has “Rome” without a name, such as email=Rome',
    ]);
  });

  it('leaves a comma alone in quotes, and where nothing is to be split', () => {
    expect(usersOf('"Doe, Jane"\nid=7')).toEqual([{ userId: 'Doe, Jane' }, { userId: 'id=7' }]);
    expect(usersOf('Doe, Jane', { delimiter: 'none' })).toEqual([{ userId: 'Doe, Jane' }]);
  });

  it('reads quotes as imports do, unless nothing is to be split', () => {
    const text = '"user-1"\n"user ""2"""\nuser-3';
    const users = [{ userId: 'user-1' }, { userId: 'user "2"' }, { userId: 'user-3' }];
    expect(readPastedUsers(text).delimiter).toBe(',');
    expect(usersOf(text)).toEqual(users);
    expect(usersOf('"a"', { delimiter: 'none' })).toEqual([{ userId: '"a"' }]);
    expect(usersOf('a"b')).toEqual([{ userId: 'a"b' }]);
  });

  it('takes a name with a value only, and each name once: no user and no identifier is lost', () => {
    expect(usersOf('YWJj, ZGVm==, Z2hp=')).toEqual([
      ...[{ userId: 'YWJj' }, { userId: 'ZGVm==' }, { userId: 'Z2hp=' }],
    ]);
    expect(usersOf('u1, email=, phone=+49')).toEqual([{ userId: 'u1', phone: '+49' }]);
    expect(usersOf('u1, email=a@x.de, email=b@x.de\nu2, userId=u3')).toEqual([
      ...['has “email” twice', 'has “userId” twice'],
    ]);
  });

  it('reads refused rows of an import as they were', () => {
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
      expect.stringContaining('last column "escaped" is missing'),
    ]);
    expect(usersOf('line,column,reason,row,escaped\n2,,x,"{}",lethe')).toEqual([
      'is a refused line of NDJSON: import it as a file',
    ]);
  });

  it('warns of a first line that may name a column', () => {
    const warned = (text: string) => readPastedUsers(text).rows.map((row) => row.warnings.length);
    expect(warned('customer_id\nc1\nc2')).toEqual([1, 0, 0]);
    expect(warned('Kundennummer\na@x.de')).toEqual([1, 0]);
    expect(warned('jane\njohn\nu3')).toEqual([0, 0, 0]);
    expect(warned('jane')).toEqual([0]);
    expect(warned('u1\njane')).toEqual([0, 0]);
  });

  it('takes ids whose suppression keys are other texts as they were pasted, but for blanks at their ends', () => {
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

  it('says what is wrong or suspicious with a row', () => {
    expect(usersOf('id,phone\n,+49\na,b,c\nd"e,f')).toEqual([
      'has no user id',
      'has 3 fields, and the others have 2',
      'has a quote within a field without quotes',
    ]);
    expect(readPastedUsers('user-1\n#N/A').rows.map(({ warnings }) => warnings)).toEqual([
      [],
      ['userId looks like an error of a spreadsheet'],
    ]);
  });
});

describe('placeOf', () => {
  it('is the line that was written', () => {
    expect(placeOf('users[1].email', [1, 4])).toBe('line 4 (email)');
    expect(placeOf('users[0]', [1, 4])).toBe('line 1');
    expect(placeOf('reason', [1])).toBe('reason');
  });
});

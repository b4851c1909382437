import { parseUsers, placeOf } from './parse-users.js';

describe('parseUsers', () => {
  it('takes a user a line, with further identifiers by name', () => {
    const text =
      ' user-1 \r\n\nuser-2, email=a=b@example.com,phone=+49 30 1\nuser-3\temail=c@example.com';
    expect(parseUsers(text)).toEqual({
      users: [
        { userId: 'user-1' },
        { userId: 'user-2', email: 'a=b@example.com', phone: '+49 30 1' },
        { userId: 'user-3', email: 'c@example.com' },
      ],
      lines: [1, 3, 4],
    });
  });

  it('leaves commas and equal signs within a user id alone', () => {
    expect(parseUsers('Doe, Jane\nid=7').users).toEqual([
      { userId: 'Doe, Jane' },
      { userId: 'id=7' },
    ]);
  });
});

describe('placeOf', () => {
  it('is the line that was written', () => {
    const { lines } = parseUsers('a\n\n\nb');
    expect(placeOf('users[1].email', lines)).toBe('line 4 (email)');
    expect(placeOf('users[0]', lines)).toBe('line 1');
    expect(placeOf('reason', lines)).toBe('reason');
  });
});

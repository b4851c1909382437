import { columnsOf, columnsParameter, guessChoices, guessDelimiter } from './file-columns.js';

describe('columns of a file', () => {
  it('are those of its first line, by the delimiter that is in it', () => {
    const head = 'User ID;E-Mail;"City; Street"\n1;a@example.com;x';
    expect(guessDelimiter(head)).toBe(';');
    expect(columnsOf(head, 'csv', ';')).toEqual(['User ID', 'E-Mail', 'City; Street']);
  });

  it('are the members of objects, a line that is cut off notwithstanding', () => {
    const head = '{"userId":"1"}\n{"userId":"2","phone":"3"}\n{"userId":"3","em';
    expect(columnsOf(head, 'ndjson', ',')).toEqual(['userId', 'phone']);
  });

  it('are taken for what their names say, and left out where these say nothing', () => {
    const choices = guessChoices(['User ID', 'id', 'E-Mail', 'city', 'a=phone']);
    expect(choices.map(({ identifier }) => identifier)).toEqual([
      ...['userId', undefined, 'email', undefined, undefined],
    ]);
    expect(columnsParameter(choices)).toBe('User ID=userId,E-Mail=email');
  });
});

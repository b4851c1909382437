import { UserSet } from '../user-set.js';
import { RowJudge } from './row-judge.js';

const judgeRow = (
  ...[row, users, field, cost]: [Buffer, readonly string[], string, { steps: number }?]
) => new RowJudge(new UserSet(users), field, cost).judge(row);

/** @returns the verdict on a row, followed by the users to whom the row possibly belongs */
function verdict(row: string | Buffer, users: readonly string[], field = 'userId'): string {
  const { is, doubted, why } = judgeRow(Buffer.from(row), users, field);
  return is === 'unreadable' ? (why ?? '') : [is, ...doubted].join(' ');
}

describe('RowJudge', () => {
  it.each([
    [
      '{"userId":1234567890123456789,"ref":{"userId":1234567890123456700}}',
      '1234567890123456700',
      'userId',
      'kept',
    ],
    [
      '{"author":{"id":1234567890123456789},"x":{"id":1234567890123456700}}',
      '1234567890123456700',
      'author.id',
      'kept',
    ],
    ['{"userId":1234567890123456789}', '1234567890123456789', 'userId', 'removed'],
    ['{"userId":1234567890123456789.0}', '1234567890123456789', 'userId', 'doubt'],
    ['{"userId":1234567890123456789e0}', '1234567890123456789', 'userId', 'doubt'],
    ['{"userId":1.234567890123456789e18}', '1234567890123456789', 'userId', 'doubt'],
    ['{"userId":1234567890123456788}', '1234567890123456789', 'userId', 'kept'],
    ['{"user\\u0049d":1234567890123456789}', '1234567890123456789', 'userId', 'removed'],
    ['{"userId":12345}', '12345', 'userId', 'removed'],
    ['{"userId":12345.0}', '12345', 'userId', 'doubt'],
    ['{"userId":1.2345e4}', '12345', 'userId', 'doubt'],
    ['{"userId":12345.0}', '12345.0', 'userId', 'removed'],
    ['{"userId":"12345.0"}', '12345', 'userId', 'kept'],
    ['{"userId":7}', '007', 'userId', 'kept'],
    ['{"userId":-0}', '0', 'userId', 'doubt'],
    ['{"userId":1e999999999}', '1e999999999', 'userId', 'removed'],
    ['{"userId":10e999999998}', '1e999999999', 'userId', 'doubt'],
    ['{"userId":1e9999999999999999999}', '1', 'userId', 'kept'],
    ['{"userId":true}', 'true', 'userId', 'kept'],
    ['{"userId":null}', 'null', 'userId', 'kept'],
  ])('judges the row %s for the user %s by the field %s: %s', (row, user, field, expected) => {
    expect(verdict(row, [user], field)).toBe(expected === 'doubt' ? `doubt ${user}` : expected);
  });

  it.each([
    // The path exists twice, with or without escapes.
    ['{"userId":"jane","user\\u0049d":"ben"}', 'userId'],
    ['{"userId":"ben","userId":"jane"}', 'userId'],
    ['{"userId":"jane","userId":"jane"}', 'userId'],
    ['{"a":1,"a":{"b":"jane"}}', 'a.b'],
    ['{"a":{"b":"jane"},"\\u0061":{}}', 'a.b'],
    ['{"a.b":"ben","a":{"b":"jane"}}', 'a.b'],
    ['{"a.b":"ben","a\\u002eb":"jane"}', 'a.b'],
    // The path crosses a list, or ends in a list or an object.
    ['{"ctx":{"traits":[{"id":"jane"}]}}', 'ctx.traits.id'],
    ['{"userId":["jane"]}', 'userId'],
    ['{"userId":{"id":"jane"}}', 'userId'],
    ['{"userId":["j\\u0061ne"]}', 'userId'],
    ['{"userId":["{\\"id\\":\\"j\\\\u0061ne\\"}"]}', 'userId'],
    // The row is not a JSON object.
    ["{'userId': 'jane'}", 'userId'],
    ['userId=jane', 'userId'],
    ['jane|1', 'userId'],
    ['2|jane', 'userId'],
    ['x:jane:y', 'userId'],
    ['1\tjane\t2', 'userId'],
    ['by jane.', 'userId'],
    ['user=j%61ne', 'userId'],
    ["{'userId': '\\x6aane'}", 'userId'],
    ['{userId: "\\u{6a}ane"}', 'userId'],
    ['["jane",1]', 'userId'],
    ['"jane"', 'userId'],
    ['{"userId":"jane"}{"userId":"ben"}', 'userId'],
    ['{"userId":"jane",}', 'userId'],
    ['{"userId":"jane"', 'userId'],
    ['{"userId":"jane","n":01}', 'userId'],
    ['{"userId":"jane","n":NaN}', 'userId'],
  ])('keeps the row %s for the field %s, and reports it as in doubt', (row, field) => {
    expect(verdict(row, ['jane', 'carla'], field)).toBe('doubt jane');
  });

  it.each([
    ['{"userId":["ben"]}', 'userId'],
    ['{"userId":["janet","mary-jane","jane2","jane.smith","jane@x.example"]}', 'userId'],
    ['{"userId":"ben","friend":"jane"}', 'userId'],
    ['{"userId":"ben","said":"\\"userId\\":\\"jane\\""}', 'userId'],
    ['{"user":{"userId":"jane"}}', 'userId'],
    ['{"a":"jane"}', 'a.b'],
    ['{"__proto__":{"userId":"jane"}}', 'userId'],
    ['{"userId":"Jane"}', 'userId'],
    ['{"userId":" jane"}', 'userId'],
    ['{"userId":"ja\u200Bne"}', 'userId'],
    ['not json', 'userId'],
  ])('keeps the row %s for the field %s, and reports no doubt', (row, field) => {
    expect(verdict(row, ['jane'], field)).toBe('kept');
  });

  it.each([
    ["{'userId': 'auth0|5f7c'}", 'auth0|5f7c'],
    ["{'userId': 'auth0:5f7c'}", 'auth0:5f7c'],
    ["{'userId': 'jane doe'}", 'jane doe'],
    ["{'userId': 'o''brien'}", "o'brien"],
    ['{userId: "DOMAIN\\\\nina"}', 'DOMAIN\\nina'],
    ["{'userId': 12345.0}", '12345'],
    ["{'userId': +12345}", '12345'],
    ["{'userId': 1.2345E4, 'n': 1}", '12345'],
    ["{'userId': -5}", '-5'],
    ['{"userId":[12345.0]}', '12345'],
    ['{"userId":["田中さん"]}', '田中さん'],
    ['{"userId":["\\ud83d\\ude00"]}', '😀'],
    ['x jane👋', 'jane'],
  ])('reports %s as a row in doubt for the user %s', (row, user) => {
    expect(verdict(row, [user])).toBe(`doubt ${user}`);
  });

  it.each([
    ['jane', `%${'25'.repeat(500)}6aane`],
    ['jane', `\\u005c${'u005c'.repeat(500)}u006aane`],
    ['jane', `${'\\'.repeat(2 ** 12)}u006aane`],
    ['janü', `jan%${'25'.repeat(50)}C3%${'25'.repeat(50)}BC`],
    ['DOMAIN\\nina', `DOMAIN${'\\'.repeat(2 ** 12)}nina`],
  ])('finds the user %s under many levels of escapes (%#)', (user, text) => {
    expect(verdict(`{"userId":["${text}"]}`, [user])).toBe(`doubt ${user}`);
    expect(verdict(`{"userId":["${text}"]}`, ['nobody'])).toBe('kept');
  });

  it('finds users in UTF-16, and after the NUL bytes of an incompletely written file', () => {
    const row = '{"userId":"jane"}';
    expect(verdict(Buffer.from(row, 'utf16le'), ['jane'])).toBe('doubt jane');
    expect(verdict(`\0\0${row}`, ['jane'])).toBe('doubt jane');
    expect(verdict('\0'.repeat(4_096), ['jane'])).toBe('kept');
  });

  it('finds all users in a row, even if one id begins with another id', () => {
    const users = ['a', 'a|b', 'a|b|c', 'a|c', 'b'];
    expect(verdict('x;a|b;y', users)).toBe('doubt a|b a b');
  });

  it.each([
    [Buffer.from('{"userId":"ann\xe9"}', 'latin1'), 'has a userId that is not UTF-8'],
    [Buffer.from('ann\xe9;1', 'latin1'), 'has a line that is neither JSON nor UTF-8'],
    [
      Buffer.from('{"userId":["ann\xe9"]}', 'latin1'),
      'has a row that is not UTF-8 and does not name its user clearly',
    ],
  ])('reports %j as unreadable: %s', (row, why) => {
    expect(verdict(row, ['anna'])).toBe(why);
  });

  it('reports a row as unreadable if its names are not UTF-8 and the field is not ASCII', () => {
    const row = Buffer.from('{"usu\xe1rio":"ana"}', 'latin1');
    expect(verdict(row, ['ana'], 'usuário')).toBe('has a row with a field name that is not UTF-8');
    expect(verdict(row, ['ana'])).toBe('kept');
  });

  it.each<[string, (size: number) => string, string]>([
    [
      'twice the field, and a JSON text',
      (n) =>
        `{"userId":"a","t":${JSON.stringify(JSON.stringify({ userId: 'x' }).repeat(n / 14))},"userId":"b"}`,
      'userId',
    ],
    ['backslashes', (n) => '\\'.repeat(n), 'userId'],
    ['escapes that hide each other', (n) => `\\u005c${'u005c'.repeat(n / 5)}`, 'userId'],
    ['brackets', (n) => '['.repeat(n), 'userId'],
    ['objects on the path', (n) => '{"a":'.repeat(n / 5), 'a.'.repeat(2_000).slice(0, -1)],
    ['names that are escaped', (n) => `{${'"user\\u0049":1,'.repeat(n / 15)}"a":1}`, 'userId'],
    ['separators', (n) => '|'.repeat(n), 'userId'],
    ['a long number', (n) => `{"userId":1${'0'.repeat(n)}}`, 'userId'],
    ['numbers', (n) => '1e5 '.repeat(n / 4), 'userId'],
    ['quotes', (n) => '"'.repeat(n), 'userId'],
    ['percent signs', (n) => '%41'.repeat(n / 3), 'userId'],
    ['the beginnings of ids', (n) => 'user-000 '.repeat(n / 9), 'userId'],
  ])('needs work in proportion to the length of a row: %s', (_name, make, field) => {
    const ids = Array.from({ length: 1_000 }, (_, n) => `user-${String(n).padStart(4, '0')}`);
    const users = [...ids, '|'.repeat(60), '100000'];
    const steps = (size: number): number => {
      const cost = { steps: 0 };
      judgeRow(Buffer.from(make(size)), users, field, cost);
      return cost.steps;
    };
    expect(steps(200_000) / steps(100_000)).toBeLessThan(2.1);
  });
});

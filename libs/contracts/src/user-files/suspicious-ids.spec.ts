import { suspicionOf, suspicionsOf } from './suspicious-ids.js';

describe('suspicionOf', () => {
  it.each([
    ...['null', 'NULL', 'undefined', 'NaN', '[object Object]'],
    ...[
      '#N/A',
      '#NV',
      '#DIV/0!',
      '#NAME?',
      '#WERT!',
      '#¡VALOR!',
      '#GETTING_DATA',
      '####',
      'Err:502',
    ],
    ...['9.0E+15', '1,23E+11', '-4E-7', '="00123"', 'userId', 'User ID', 'e-mail', 'id'],
    ...['a\tb', 'a;b', 'a\nb', 'a\rb', 'lost-\uFFFD'],
  ])('returns the reason why %j is suspicious', (text) => {
    expect(suspicionOf(text)).toMatch(/^(a|an|the|several) /);
  });

  it.each([
    ...['user-1', '12e5', '12E5', 'nullable', 'Nan Goldin', 'Doe, Jane', '#1', '#tag', '0', 'äöü'],
    ...['a@example.com', '+49 30 123', '=x', 'E-15', 'identity', "O'Neill", '{"a":1}'],
  ])('accepts %j', (text) => {
    expect(suspicionOf(text)).toBeUndefined();
  });
});

it('suspicionsOf checks userId, email and phone, and checks other texts only for lost characters', () => {
  const user = {
    userId: 'null',
    email: 'a;b',
    phone: '4.9E+11',
    note: 'a;b',
    name: '\uFFFD',
    n: 7,
  };
  const found = suspicionsOf(user).map(({ identifier }) => identifier);
  expect(found).toEqual(['userId', 'email', 'phone', 'name']);
});

import { kindsOf } from './identifier-kinds.js';

it.each([
  ['jane@example.com', ['userId', 'email']],
  ['+49 (0)30 901820', ['userId', 'phone']],
  ['＋４９ ３０ ９０１８２０', ['userId', 'phone']],
  ['0049 30 901820 ext. 12', ['userId', 'phone']],
  ['user-1', ['userId']],
  ['1234', ['userId']],
])('%s can be %j', (identifier, kinds) => {
  expect(kindsOf(identifier)).toEqual(kinds);
});

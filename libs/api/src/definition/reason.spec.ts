import { reason } from './kinds.js';

it('a blank reason is refused without the advice to leave it out, because it can be required', () => {
  const problems: string[] = [];
  reason.check(' \n', (problem) => problems.push(problem));
  expect(problems).toEqual(['must not be blank']);
});

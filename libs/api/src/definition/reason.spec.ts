import { DetailsCollector } from '@lethe/contracts';
import { checkDto, Member, reason } from './index.js';

class WithReasonDto {
  @Member({ is: reason })
  reason!: string;
}

it('a blank reason is refused without the advice to leave it out, because it can be required', () => {
  const problems = new DetailsCollector();
  checkDto(WithReasonDto, { reason: ' \n' }, problems);
  expect(problems.toDetails()).toEqual({ reason: 'must not be blank' });
});

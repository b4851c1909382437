import { DetailsCollector } from '@lethe/contracts';
import { ExceptDeletionDto, ExtendRegulationDto } from '../deletions/index.js';
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

it.each([ExceptDeletionDto, ExtendRegulationDto])(
  'a body says of its reason only what is wrong: %p',
  (Body) => {
    const problemOf = (given: object) => {
      const problems = new DetailsCollector();
      checkDto<object>(Body, given, problems);
      return problems.toDetails().reason;
    };
    expect(problemOf({})).toBe('is required');
    expect(problemOf({ reason: 7 })).toBe('must be a string');
    expect(problemOf({ reason: 'r' })).toBeUndefined();
  },
);

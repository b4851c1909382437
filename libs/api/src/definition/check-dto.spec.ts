import { DetailsCollector } from '@lethe/contracts';
import { validateSync } from 'class-validator';
import {
  checkDto,
  checkDtoInSteps,
  count,
  cursor,
  listOf,
  Member,
  membersOf,
  oneOf,
  Together,
  userId,
} from './index.js';

class NamedDto {
  @Member({ is: userId })
  userId!: string;
}

@Together<SampleDto>(({ limit, shown }, problems) => {
  if (limit === 1 && shown === 'all') problems.add('shown', 'goes only with a larger limit');
})
class SampleDto extends NamedDto {
  @Member({ is: count({ least: 1, most: 10 }), optional: true, default: 5 })
  limit?: number;

  @Member({ is: oneOf(['some', 'all']), optional: true })
  shown?: string;

  @Member({ is: listOf(userId, { most: 2, what: 'user ids' }), optional: true })
  others?: string[];

  @Member({ is: cursor, optional: true })
  after?: string;
}

const check = (given: object) => {
  const problems = new DetailsCollector();
  const dto = checkDto(SampleDto, given, problems);
  return { dto: { ...dto }, problems };
};

describe('checkDto', () => {
  it('returns only the declared members, with defaults for absent members', () => {
    const { dto, problems } = check({ userId: 'a', others: ['b'], more: 1 });
    expect(problems.isEmpty).toBe(true);
    expect(dto).toEqual({ userId: 'a', others: ['b'], limit: 5 });
  });

  it('ignores inherited properties of the given object', () => {
    const { problems } = check(Object.create({ userId: 'a' }) as object);
    expect(problems.toDetails()).toEqual({ userId: 'must be a string' });
  });

  it.each([
    [{}, ['userId']],
    [{ userId: null }, ['userId']],
    [{ userId: 'a', limit: null }, ['limit']],
    [{ userId: 'a', limit: 0 }, ['limit']],
    [{ userId: 'a', limit: 1.5 }, ['limit']],
    [{ userId: 'a', limit: '5' }, ['limit']],
    [{ userId: 'a', shown: 'ALL' }, ['shown']],
    [{ userId: 'a', shown: ['all'] }, ['shown']],
    [{ userId: 'a', others: 'b' }, ['others']],
    [{ userId: 'a', others: ['b', 'c', 'd'] }, ['others']],
    [{ userId: 'a', others: ['b', ''] }, ['others[1]']],
    [{ userId: 'a', others: [{}, []] }, ['others[0]', 'others[1]']],
    [{ userId: 7, limit: 11 }, ['limit', 'userId']],
    [{ userId: 'a', limit: 1, shown: 'all' }, ['shown']],
  ])('reports all wrong members of %j', (given, paths) => {
    expect(Object.keys(check(given).problems.toDetails()).sort()).toEqual(paths);
  });

  it('rejects the same members as class-validator', () => {
    const given = { userId: 'a', limit: 0, shown: 'ALL', others: ['b', ''], after: 7 };
    const found = validateSync(Object.assign(new SampleDto(), given)).map(
      ({ property }) => property,
    );
    expect(found.sort()).toEqual(['after', 'limit', 'others', 'shown']);
    expect(Object.keys(check(given).problems.toDetails()).sort()).toEqual([
      ...['after', 'limit', 'others[1]', 'shown'],
    ]);
    expect(validateSync(Object.assign(new SampleDto(), { userId: 'a' }))).toEqual([]);
  });

  it('applies the Together check of a parent class', () => {
    class MoreDto extends SampleDto {}
    const problems = new DetailsCollector();
    checkDto(MoreDto, { userId: 'a', limit: 1, shown: 'all' }, problems);
    expect(Object.keys(problems.toDetails())).toEqual(['shown']);
  });

  it('uses the error code of a member when no other member is wrong', () => {
    const thrown = (given: object): unknown => {
      try {
        check(given).problems.throwIfAny();
        return undefined;
      } catch (error) {
        return error;
      }
    };
    expect(thrown({ userId: 'a', after: 7 })).toMatchObject({
      ...{ code: 'invalid_cursor', details: { after: 'is not a valid cursor' } },
    });
    expect(thrown({ after: 7 })).toMatchObject({ code: 'invalid_request' });
  });
});

describe('checkDtoInSteps', () => {
  class LongDto {
    @Member({
      is: {
        ...listOf(userId),
        check: (value, report) => {
          if (!Array.isArray(value)) report('must be a list');
        },
        element: (one, path, problems) => {
          if (typeof one === 'string') return one.trim();
          problems.add(path, 'must be a string');
          return undefined;
        },
      },
    })
    list!: string[];
  }

  it('checks and converts the elements in steps, until the list of problems is full', async () => {
    let steps = 0;
    const pace = { did: () => ((steps += 1) % 2 === 0 ? Promise.resolve() : undefined) };
    const checked = async (list: unknown) => {
      steps = 0;
      const problems = new DetailsCollector();
      const dto = await checkDtoInSteps(LongDto, { list }, problems, pace);
      return { list: dto.list, wrong: Object.keys(problems.toDetails()), steps };
    };
    expect(await checked([' a', 'b '])).toEqual({ list: ['a', 'b'], wrong: [], steps: 2 });
    expect((await checked(['a', 1])).wrong).toEqual(['list[1]']);
    expect(await checked('a')).toMatchObject({ wrong: ['list'], steps: 0 });
    expect(await checked(Array.from({ length: 60 }, () => 1))).toMatchObject({ steps: 50 });
  });
});

describe('membersOf', () => {
  it('returns inherited members first', () => {
    expect([...membersOf(SampleDto).keys()]).toEqual([
      ...['userId', 'limit', 'shown', 'others', 'after'],
    ]);
    expect([...membersOf(NamedDto).keys()]).toEqual(['userId']);
  });
});

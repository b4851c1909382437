import { DetailsCollector } from '@lethe/contracts';
import { ListDeletionJobsDto } from '../deletions/index.js';
import { ListRegulationsDto } from '../regulations/index.js';
import { checkDto } from './index.js';

describe.each([ListRegulationsDto, ListDeletionJobsDto])('the order of %p', (Query) => {
  it.each([
    [{ sort: 'newest', dueBefore: '2026-11-21T08:00:00Z' }, ['sort']],
    [{ sort: 'due', dueBefore: '2026-11-21T08:00:00Z' }, []],
    [{ dueBefore: '2026-11-21T08:00:00Z' }, []],
    [{ sort: 'newest' }, []],
  ])('%j has problems at %j', (given, paths) => {
    const problems = new DetailsCollector();
    checkDto<object>(Query, given, problems);
    expect(Object.keys(problems.toDetails())).toEqual(paths);
  });
});

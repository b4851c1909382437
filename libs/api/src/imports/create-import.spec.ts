import { DetailsCollector } from '@lethe/contracts';
import { checkDto } from '../definition/index.js';
import { CreateImportDto } from './create-import.dto.js';

describe('the columns of the time and of the law', () => {
  it.each([
    ['asked', 'law', undefined],
    ['asked', ' asked', 'must be another column than received_at_column'],
    ['2', '2', 'must be another column than received_at_column'],
    [undefined, undefined, undefined],
  ])('%j and %j: %j', (receivedAtColumn, lawColumn, problem) => {
    const problems = new DetailsCollector();
    checkDto(
      CreateImportDto,
      { regulationType: 'suppress', receivedAtColumn, lawColumn },
      problems,
    );
    expect(problems.toDetails().law_column).toBe(problem);
  });
});

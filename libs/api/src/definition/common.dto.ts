import { FIXED_LIMITS, type DetailsCollector } from '@lethe/contracts';
import { count, cursor, number, text, time, uuidInPath } from './kinds.js';
import { Member } from './member.js';

export const TIME = { is: time, example: '2026-11-21T08:00:00.000Z' };
export const EXAMPLE_UUID = '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11';

/** Path with an id that Lethe generated. */
export class UuidPathDto {
  @Member({ is: uuidInPath })
  id!: string;
}

/** Orders of the lists of regulations and of deletion jobs. */
export const LIST_ORDERS = ['newest', 'due'] as const;

/** Refuses `sort=newest` beside a deadline, because that list is sorted by deadline. */
export function checkOrder(
  { sort, dueBefore }: { readonly sort?: unknown; readonly dueBefore?: unknown },
  problems: DetailsCollector,
): void {
  if (sort === 'newest' && dueBefore !== undefined) {
    problems.add('sort', 'must be due with due_before; leave it out, or leave due_before out');
  }
}

/** Query of a list with cursors. */
export class CursorQueryDto {
  @Member({
    is: cursor,
    optional: true,
    description:
      'Cursor of the next page. The path in `paging.next` contains it: use that path unchanged.',
  })
  afterCursor?: string;

  @Member({
    is: count({ least: 1, most: FIXED_LIMITS.pageSize }),
    optional: true,
    default: FIXED_LIMITS.defaultPageSize,
  })
  limit?: number;
}

export class PagingDto {
  @Member({
    is: text,
    optional: true,
    example: '/v2/regulations?after_cursor=AZLwwXw-fMOPbk88bwqbEQ&limit=100',
    description: 'Relative path of the next page. Absent on the last page.',
  })
  next?: string;
}

/** Total, and link to the next page, of a list with numbered pages. */
export class LookupPagingDto {
  @Member({ is: number, example: 1 })
  total!: number;

  @Member({
    is: text,
    optional: true,
    example: '/v2/sources?page=2',
    description: 'Relative path of the next page. Absent on the last page.',
  })
  next?: string;
}

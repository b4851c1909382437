import { FIXED_LIMITS } from '@lethe/contracts';
import { count, cursor, number, text, time, uuidInPath } from './kinds.js';
import { Member } from './member.js';

/** A time of an example. */
export const TIME = { is: time, example: '2026-11-21T08:00:00.000Z' };
/** An id of an example. */
export const EXAMPLE_UUID = '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11';

/** The path of what Lethe has made. */
export class UuidPathDto {
  @Member({ is: uuidInPath })
  id!: string;
}

/** Query of a list that goes on behind a cursor. */
export class CursorQueryDto {
  @Member({
    is: cursor,
    optional: true,
    description: 'Taken unchanged from `paging.next`, which is a whole path.',
  })
  afterCursor?: string;

  @Member({
    is: count({ least: 1, most: FIXED_LIMITS.pageSize }),
    optional: true,
    default: FIXED_LIMITS.defaultPageSize,
  })
  limit?: number;
}

/** Where the next page is. */
export class PagingDto {
  @Member({
    is: text,
    optional: true,
    example: '/v2/regulations?after_cursor=AZLwwXw-fMOPbk88bwqbEQ&limit=100',
    description: 'Relative path of the next page; absent on the last one.',
  })
  next?: string;
}

/** Where the next page of a list with numbered pages is. */
export class LookupPagingDto {
  @Member({ is: number, example: 1 })
  total!: number;

  @Member({
    is: text,
    optional: true,
    example: '/v2/sources?page=2',
    description: 'Absent on the last page.',
  })
  next?: string;
}

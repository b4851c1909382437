import { text } from './kinds.js';
import { Member } from './member.js';

/** Where the next page of a list with numbered pages is. */
export class LookupPagingDto {
  @Member({ is: { schema: { type: 'number' } }, example: 1 })
  total!: number;

  @Member({
    is: text,
    optional: true,
    example: '/v2/sources?page=2',
    description: 'Absent on the last page.',
  })
  next?: string;
}

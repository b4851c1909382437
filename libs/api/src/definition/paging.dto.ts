import { text } from './kinds.js';
import { Member } from './member.js';

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

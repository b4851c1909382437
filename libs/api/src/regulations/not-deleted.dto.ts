import { FIXED_LIMITS } from '@lethe/contracts';
import { integer, Member, objects, text } from '../definition/index.js';

/**
 * Maximum number of elements of `notDeleted` in all records of one answer to a create. They have
 * less than 64 KiB, so the gateway needs not reserve memory for them.
 */
export const NOT_DELETED_IN_ANSWER = 200;

/** A destination at which nothing is deleted. */
export class NotDeletedDto {
  @Member({ is: text, example: 'dst_snow' })
  destinationId!: string;

  @Member({
    is: text,
    example: 'is of type SNOWFLAKE, which does not support deletion',
    description: 'End of a sentence that begins with the destination.',
  })
  reason!: string;
}

/**
 * Members of an answer about an order with `destinationIds: ["*"]`.
 *
 * @param what sentences that say what the list names
 * @param most maximum number of destinations in the list
 */
export const notDeletedMembers = (what: string, most: number = FIXED_LIMITS.notDeleted) => ({
  list: {
    is: objects(() => NotDeletedDto),
    optional: true,
    description: `${what} The first ${most} of them. Absent when the order named its destinations.`,
  },
  count: { is: integer, optional: true, description: 'Total number of these destinations.' },
});

import { USER_BOUNDS, type FoundPeopleDto, type SearchUsers } from '@lethe/api/users';
import { normaliseUserId, normaliseUserIdPrefix } from '@lethe/contracts';
import { SCHEMA } from '../database/schema-name.js';
import type { ServiceParts } from '../service-parts.js';

interface Row {
  readonly user_id: string;
  readonly suppressed: boolean;
}

/**
 * Finds ids by their first characters. Also finds users that are no longer suppressed.
 *
 * @throws LetheError `unavailable`
 */
export async function searchUsers(
  { reads }: Pick<ServiceParts, 'reads'>,
  command: SearchUsers,
): Promise<FoundPeopleDto> {
  const { context, prefix, limit = USER_BOUNDS.found, after } = command;
  const rows = await reads.query<Row>(SEARCH, [
    context.workspaceId,
    normaliseUserIdPrefix(prefix),
    limit + 1,
    after === undefined ? '' : normaliseUserId(after),
  ]);
  const people = rows
    .slice(0, limit)
    .map(({ user_id: userId, suppressed }) => ({ userId, suppressed }));
  return { people, more: rows.length > limit };
}

/**
 * SQL: steps through `regulations_of_user`, an index that is sorted by bytes. A user with many
 * regulations costs one step. Operators with a tilde compare bytes, under any collation.
 */
const SEARCH = `
  with recursive found (user_id, steps) as (
    (select user_id, 1 from ${SCHEMA}.regulations
      where workspace_id = $1 and user_id ~>=~ $2 and user_id ~>~ $4
      order by user_id using ~<~ limit 1)
    union all
    select (select r.user_id from ${SCHEMA}.regulations r
             where r.workspace_id = $1 and r.user_id ~>~ found.user_id
             order by r.user_id using ~<~ limit 1), steps + 1
      from found where starts_with(found.user_id, $2) and steps < $3::int
  )
  select user_id, exists (
           select from ${SCHEMA}.suppressions s
            where s.workspace_id = $1 and s.user_id = found.user_id and s.active_count > 0
         ) as suppressed
    from found where starts_with(user_id, $2) order by steps`;

import { USER_BOUNDS, type PersonDto } from '@lethe/api/users';
import type { Statements } from '@lethe/database';
import { SCHEMA } from '../database/schema-name.js';
import { ID_AS_GIVEN } from '../record/given-id.js';

interface Row {
  readonly given_id: string;
  readonly ids: number;
  readonly is_cut: boolean;
}

/**
 * Returns the other ids, as given, with the same suppression key. Returns an empty object if there
 * are none.
 */
export async function otherIdsOfPerson(
  database: Pick<Statements, 'query'>,
  workspaceId: string,
  { suppressionKey, userId }: { readonly suppressionKey: string; readonly userId: string },
): Promise<Pick<PersonDto, 'otherIds'>> {
  const rows = await database.query<Row>(
    `with recent as materialized (
       select id, ${ID_AS_GIVEN('r')} as given_id from ${SCHEMA}.regulations r
        where workspace_id = $1 and user_id = $2 order by id desc limit ${USER_BOUNDS.recent + 1}
     )
     select given_id, (count(*) over ())::int as ids,
            (select count(*) > ${USER_BOUNDS.recent} from recent) as is_cut
       from recent where given_id <> $3
      group by given_id order by max(id::text collate "C") desc limit ${USER_BOUNDS.otherIds}`,
    [workspaceId, suppressionKey, userId],
  );
  const [first] = rows;
  if (first === undefined) return {};
  return {
    otherIds: {
      count: first.ids,
      userIds: rows.map((row) => row.given_id),
      ...(first.is_cut ? { isMore: true } : {}),
    },
  };
}

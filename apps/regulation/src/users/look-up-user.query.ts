import {
  USER_BOUNDS,
  type LookUpUser,
  type PeopleDto,
  type PersonDto,
  type USER_KEYS,
} from '@lethe/api/users';
import {
  differingKey,
  FIXED_LIMITS,
  LetheError,
  normaliseContact,
  normaliseUserId,
} from '@lethe/contracts';
import { endWhenFull, pageOf, type RowOfPage } from '@lethe/database';
import { SCHEMA } from '../database/schema-name.js';
import { decodeListCursor, encodeListCursor, REGULATION_LIST } from '../record/list-cursor.js';
import { ID_AS_GIVEN } from '../record/given-id.js';
import { assertInTime } from '../record/assert-in-time.js';
import { deletionsOfPerson } from './deletions-of-person.js';
import {
  PERSON_REGULATION_COLUMNS,
  toPersonRegulation,
  type PersonRegulationRow,
} from './person-regulation.js';
import { otherIdsOfPerson } from './other-ids-of-person.js';
import { suppressionsOfPerson } from './suppressions-of-person.js';
import type { ServiceParts } from '../service-parts.js';

const NO_HASHES =
  'cannot be used for a look-up: Lethe keeps no index of it. Ask the operator of Lethe to set LETHE_IDENTIFIER_KEY for the regulation service';

const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const REGULATIONS = `
  select ${PERSON_REGULATION_COLUMNS}
    from ${SCHEMA}.regulations
   where workspace_id = $1 and user_id = $2 and id < $3
   order by id desc limit ${USER_BOUNDS.regulations + 1}`;

/** SQL: size of the fields that callers can make large. */
const BYTES = `octet_length(attributes::text) + coalesce(octet_length(reason), 0)
  + coalesce(octet_length("sourceIds"::text), 0) + coalesce(octet_length("destinationIds"::text), 0)`;

type Parts = Pick<ServiceParts, 'reads' | 'hashes'>;

interface Reference {
  readonly by: (typeof USER_KEYS)[number];
  /** Value to find. For a userId, it is the suppression key. */
  readonly value: string;
  readonly asGiven: string;
}

interface Found {
  readonly suppressionKey: string;
  readonly userId: string;
}

/**
 * Reads all data of users, by their suppression keys. A userId has one key. An e-mail address or a
 * phone number can lead to users with different keys. Other ids with the same key can belong to
 * other users. So the answer counts these ids, and names the id next to its data.
 *
 * @throws LetheError `invalid_request`, `invalid_cursor`, `unavailable`
 */
export async function lookUpUser(parts: Parts, command: LookUpUser): Promise<PeopleDto> {
  const { context, afterCursor } = command;
  const { workspaceId } = context;
  const after =
    afterCursor === undefined ? null : decodeListCursor(REGULATION_LIST, workspaceId, afterCursor);
  const { users, isCut } = await usersOf(parts, workspaceId, referenceOf(command));
  const people: PersonDto[] = [];
  let bytes = 0;
  for (const user of users.slice(0, USER_BOUNDS.users)) {
    if (bytes > FIXED_LIMITS.pageBytes) return { people, more: true };
    assertInTime(context);
    const found = await readUser(parts.reads, workspaceId, user, after);
    if (found === undefined) continue;
    people.push(found);
    bytes += Buffer.byteLength(JSON.stringify(found));
  }
  return { people, more: isCut || users.length > USER_BOUNDS.users };
}

/**
 * @returns at most one user more than the answer shows; `isCut` is true if some regulations were
 *   not read
 */
async function usersOf(
  { reads, hashes }: Parts,
  workspaceId: string,
  { by, value, asGiven }: Reference,
): Promise<{ readonly users: readonly Found[]; readonly isCut: boolean }> {
  if (by === 'userId') {
    return { users: [{ suppressionKey: value, userId: asGiven }], isCut: false };
  }
  if (!hashes.areKept) {
    throw new LetheError('invalid_request', {
      message: `${by}: ${NO_HASHES}.`,
      details: { [by]: NO_HASHES },
    });
  }
  const rows = await reads.query<{ user_id: string; given_id: string; is_cut: boolean }>(
    `with found as materialized (
         select user_id, ${ID_AS_GIVEN('r')} as given_id, created_at from ${SCHEMA}.regulations r
          where workspace_id = $1 and ${by}_hash = any($2::bytea[]) limit ${USER_BOUNDS.recent + 1}
       )
       select user_id, (array_agg(given_id order by created_at desc))[1] as given_id, (select count(*) > ${USER_BOUNDS.recent} from found) as is_cut from found
        group by user_id order by max(created_at) desc limit ${USER_BOUNDS.users + 1}`,
    [workspaceId, hashes.toFind(workspaceId, by, value)],
  );
  return {
    users: rows.map((row) => ({ suppressionKey: row.user_id, userId: row.given_id })),
    isCut: rows[0]?.is_cut ?? false,
  };
}

async function readUser(
  database: ServiceParts['reads'],
  workspaceId: string,
  user: Found,
  after: string | null,
): Promise<PersonDto | undefined> {
  const { suppressionKey, userId } = user;
  const rows = await database.query<PersonRegulationRow & RowOfPage>(
    endWhenFull(REGULATIONS, { bytes: BYTES, order: 'id desc' }),
    [workspaceId, suppressionKey, after ?? HIGHEST_ID],
  );
  const { page, goesOnAfter: last } = pageOf(rows, USER_BOUNDS.regulations);
  const suppressed = await suppressionsOfPerson(database, workspaceId, suppressionKey);
  if (rows.length === 0 && suppressed === undefined) return undefined;
  const deletions = await deletionsOfPerson(database, workspaceId, user);
  return {
    userId,
    ...differingKey(userId, suppressionKey),
    ...(await otherIdsOfPerson(database, workspaceId, user)),
    suppressed: suppressed ?? { sources: [] },
    ...deletions,
    regulations: page.map(toPersonRegulation),
    ...(last === undefined
      ? {}
      : { nextCursor: encodeListCursor(REGULATION_LIST, workspaceId, last.id) }),
  };
}

/** @param command has exactly one of the three identifiers */
function referenceOf({ userId, email, phone }: LookUpUser): Reference {
  if (userId !== undefined) {
    return { by: 'userId', value: normaliseUserId(userId), asGiven: userId };
  }
  const by = email === undefined ? 'phone' : 'email';
  const asGiven = email ?? phone ?? '';
  return { by, value: normaliseContact(asGiven), asGiven };
}

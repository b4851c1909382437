import {
  LetheError,
  PEOPLE_BOUNDS,
  type LookUpPersonCommand,
  type LookUpPersonResult,
  type Person,
  type PersonReference,
} from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { SCHEMA } from '../database/schema-name.js';
import { decodeListCursor, encodeListCursor } from '../list-regulations/list-cursor.js';
import { assertInTime } from '../regulations/assert-in-time.js';
import { deletionsOfPerson } from './deletions-of-person.js';
import type { IdentifierHashes } from './identifier-hashes.js';
import { toPersonRegulation, type PersonRegulationRow } from './person-regulation.js';
import { suppressionsOfPerson } from './suppressions-of-person.js';

const NO_HASHES =
  'cannot be looked for: no index of it is kept here. Whoever runs Lethe sets LETHE_IDENTIFIER_KEY for the regulation service';

/** Says everything that is known of one user: by the userId, or by an e-mail address or phone number that came with it. */
export class LookUpPersonQuery {
  constructor(
    private readonly database: DatabaseConnection,
    private readonly hashes: IdentifierHashes,
  ) {}

  /** @throws LetheError `invalid_request`, `invalid_cursor`, `unavailable` */
  async execute(command: LookUpPersonCommand): Promise<LookUpPersonResult> {
    const { context, person, afterCursor } = command;
    assertInTime(context);
    const { workspaceId } = context;
    const after = afterCursor === undefined ? null : decodeListCursor(workspaceId, afterCursor);
    const userIds = await this.userIdsOf(workspaceId, person);
    const people: Person[] = [];
    for (const userId of userIds.slice(0, PEOPLE_BOUNDS.people)) {
      const found = await this.read(workspaceId, userId, after);
      if (found !== undefined) people.push(found);
    }
    return { people, more: userIds.length > PEOPLE_BOUNDS.people };
  }

  /** @returns one more than are shown, where there are so many */
  private async userIdsOf(workspaceId: string, { by, value }: PersonReference): Promise<string[]> {
    if (by === 'userId') return [value];
    if (!this.hashes.areKept) {
      throw new LetheError('invalid_request', {
        message: `${by}: ${NO_HASHES}.`,
        details: { [by]: NO_HASHES },
      });
    }
    const rows = await this.database.query<{ user_id: string }>(
      `select user_id from ${SCHEMA}.regulations
        where workspace_id = $1 and ${by}_hash = any($2::bytea[])
        group by user_id order by max(created_at) desc limit ${PEOPLE_BOUNDS.people + 1}`,
      [workspaceId, this.hashes.toFind(workspaceId, by, value)],
    );
    return rows.map(({ user_id: userId }) => userId);
  }

  private async read(
    workspaceId: string,
    userId: string,
    after: string | null,
  ): Promise<Person | undefined> {
    const { regulations } = PEOPLE_BOUNDS;
    const rows = await this.database.query<PersonRegulationRow>(
      `select id, regulation_type, canceled, deletion_status, attributes, created_at, created_by, reason,
              source_ids, destination_ids, canceled_at, canceled_by
         from ${SCHEMA}.regulations
        where workspace_id = $1 and user_id = $2 and ($3::uuid is null or id < $3)
        order by id desc limit ${regulations + 1}`,
      [workspaceId, userId, after],
    );
    const suppressed = await suppressionsOfPerson(this.database, workspaceId, userId);
    if (rows.length === 0 && suppressed === undefined) return undefined;
    const deletions = await deletionsOfPerson(this.database, workspaceId, userId);
    const last = rows.length > regulations ? rows[regulations - 1] : undefined;
    return {
      userId,
      suppressed: suppressed ?? { sources: [] },
      ...deletions,
      regulations: rows.slice(0, regulations).map(toPersonRegulation),
      ...(last === undefined ? {} : { nextCursor: encodeListCursor(workspaceId, last.id) }),
    };
  }
}

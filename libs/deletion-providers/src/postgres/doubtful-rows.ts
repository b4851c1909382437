import type { RefusedUser, DeletionUser } from '@lethe/destinations';
import type { Client } from 'pg';
import type { FoundTable } from './find-table.js';

const MOST_NAMED = 3;
const MOST_NAME = 60;

interface Candidate {
  readonly id: string;
  readonly form: string;
}

/**
 * Rows in doubt. Such a row matches a userId by the `=` operator of the column type, but its text
 * is different. Rows in doubt are kept, and a person decides about them.
 */
export class DoubtfulRows {
  /** Number of rows in doubt, by table. */
  private readonly counts = new Map<string, number>();
  private readonly userIds = new Set<string>();

  /** Users with rows in doubt. */
  get ids(): ReadonlySet<string> {
    return this.userIds;
  }

  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /**
   * @returns the userIds for which the table can contain rows in doubt, each with the value that is
   *   compared with the column
   */
  candidatesFor(
    { idType: { alike } }: FoundTable,
    userIds: readonly string[],
  ): readonly Candidate[] {
    if (alike === undefined) return [];
    return userIds.flatMap((id) => {
      const form = alike.form(id);
      return form === undefined ? [] : [{ id, form }];
    });
  }

  /** @throws network errors; errors of the server */
  async count(client: Client, table: FoundTable, candidates: readonly Candidate[]): Promise<void> {
    const { name, sqlTable, sqlColumn, idType } = table;
    const column = `stored.${sqlColumn}`;
    // One row can be in doubt for several users, so the total counts distinct rows.
    const { rows } = await client.query<{ id: string; count: string }>(
      `with doubtful as (
         select candidates.id, stored.tableoid, stored.ctid
         from unnest($1::text[], $2::text[]) candidates (id, form)
         join ${sqlTable} stored on ${column} = candidates.form::${idType.alike?.type ?? 'text'}
         where ${column}::text collate "C" <> candidates.id collate "C"
       )
       select id, (select count(distinct (tableoid, ctid)) from doubtful) as count
       from doubtful group by id`,
      [candidates.map(({ id }) => id), candidates.map(({ form }) => form)],
    );
    for (const { id } of rows) this.userIds.add(id);
    const count = Number(rows[0]?.count ?? 0);
    if (count > 0) this.counts.set(name, (this.counts.get(name) ?? 0) + count);
  }

  /** Returns the users with rows in doubt. `together` moves these users to one separate job. */
  refused(users: readonly DeletionUser[]): RefusedUser[] {
    const reason = this.reason('and were kept', 'retry the deletion');
    return users
      .filter(({ identifiers }) => this.userIds.has(identifiers.userId))
      .map(({ regulationId }) => ({ regulationId, reason, together: true }));
  }

  /**
   * @param state what happened to the rows, as the end of "They may belong to these users"
   * @param repeat what to do after the rows were checked
   */
  reason(state: string, repeat: string): string {
    const tables = [...this.counts].map(([name, count]) => `${count} in ${short(name)}`);
    const more = tables.length > MOST_NAMED ? ', …' : '';
    return (
      `doubtful: some rows hold a userId in another form, such as 7.00 for 7. They may belong to these users ${state}: ` +
      `${tables.slice(0, MOST_NAMED).join(', ')}${more}. ` +
      `Check these rows. Delete or correct the rows that belong to the users, then ${repeat}.`
    );
  }
}

function short(name: string): string {
  return name.length <= MOST_NAME ? name : `${name.slice(0, MOST_NAME - 1)}…`;
}

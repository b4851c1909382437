import type { RefusedUser, DeletionUser } from '@lethe/destinations';
import type { Client } from 'pg';
import type { FoundTable } from './find-table.js';

const MOST_NAMED = 3;
const MOST_NAME = 60;

interface Asked {
  readonly id: string;
  readonly form: string;
}

/** Rows that the column's type takes for a user's, and whose text is another one. A person decides about them. */
export class DoubtfulRows {
  /** Of each table, by its name. */
  private readonly counts = new Map<string, number>();
  private readonly userIds = new Set<string>();

  get total(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** @returns those of the userIds that rows of the table may be in doubt about, each with what to give the type */
  askable({ idType: { alike } }: FoundTable, userIds: readonly string[]): readonly Asked[] {
    if (alike === undefined) return [];
    return userIds.flatMap((id) => {
      const form = alike.form(id);
      return form === undefined ? [] : [{ id, form }];
    });
  }

  /** @throws errors of the network and of the server */
  async count(client: Client, table: FoundTable, asked: readonly Asked[]): Promise<void> {
    const { name, sqlTable, sqlColumn, idType } = table;
    const column = `stored.${sqlColumn}`;
    // A row may be in doubt about several users.
    const { rows } = await client.query<{ id: string; count: string }>(
      `with doubtful as (
         select asked.id, stored.tableoid, stored.ctid
         from unnest($1::text[], $2::text[]) asked (id, form)
         join ${sqlTable} stored on ${column} = asked.form::${idType.alike?.type ?? 'text'}
         where ${column}::text collate "C" <> asked.id collate "C"
       )
       select id, (select count(distinct (tableoid, ctid)) from doubtful) as count
       from doubtful group by id`,
      [asked.map(({ id }) => id), asked.map(({ form }) => form)],
    );
    for (const { id } of rows) this.userIds.add(id);
    const count = Number(rows[0]?.count ?? 0);
    if (count > 0) this.counts.set(name, (this.counts.get(name) ?? 0) + count);
  }

  /** The users whom it is about: they leave for a job of their own. */
  refused(users: readonly DeletionUser[]): RefusedUser[] {
    const reason = this.reason();
    return users
      .filter(({ identifiers }) => this.userIds.has(identifiers.userId))
      .map(({ regulationId }) => ({ regulationId, reason, together: true }));
  }

  private reason(): string {
    const places = [...this.counts].map(([name, count]) => `${count} in ${short(name)}`);
    const more = places.length > MOST_NAMED ? ', …' : '';
    return (
      `doubtful: rows whose column takes a userId for equal but writes it otherwise, as 7.00 for 7, may belong to these users and were kept: ` +
      `${places.slice(0, MOST_NAMED).join(', ')}${more}. ` +
      'Look at these rows. Delete or correct the rows that belong to the users, then retry the deletion.'
    );
  }
}

function short(name: string): string {
  return name.length <= MOST_NAME ? name : `${name.slice(0, MOST_NAME - 1)}…`;
}

import { FIXED_LIMITS, LetheError, type Scope, type SecretState } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { lookUps } from '../ask-database.js';
import { CATALOG_PAGE_SIZE } from '../tables/catalog-table.js';
import type { CatalogPage } from '../tables/catalog-records.js';
import { hashSecret, makeSecret } from './secret.js';
import { refuseLookAlike } from './refuse-look-alike.js';
import { IS_ACTIVE, SECRET_COLUMNS, STATE_SQL, type SecretRow } from './secret-state.js';
import { knownScopes } from './token-identity.js';

/** How secrets of one kind are stored. Its members become SQL: they are constants in the code. */
export interface SecretKind<Row extends SecretRow, Item, Values> {
  readonly table: 'tokens' | 'data_planes';
  readonly prefix: 'lth_' | 'lth_dp_';
  /** Columns beside those of every secret. */
  readonly columns: Readonly<Record<string, string>>;
  /** Values of `columns`, in their order. */
  readonly toColumns: (values: Values) => readonly unknown[];
  /** How many of them may work in one workspace. */
  readonly most: number;
  /** What whoever makes it must be able to do. */
  readonly takes: (values: Values) => readonly Scope[];
  readonly toItem: (row: Row) => Item;
}

/** Who asks: a token that was authenticated. */
export interface Maker {
  readonly tokenId: string;
  readonly workspaceId: string;
  readonly name: string;
}

/** What every new secret has. */
export interface NewSecret {
  readonly name: string;
  /** Absent: it works until it is revoked. */
  readonly expiresAt?: Date;
}

interface MadeRow {
  readonly own_scopes: string[];
  readonly own_end: Date | null;
  readonly ends_in_time: boolean;
  readonly in_force: number;
  readonly made_so_far: number;
}

/**
 * Secrets that callers of the API make, list and revoke, always within one workspace. Nobody makes one that can do more, or works
 * longer, than the token it is made with: the statement that stores it asks that token's row, so what was just revoked makes nothing.
 */
export class SecretTable<Row extends SecretRow, Item, Values extends NewSecret> {
  constructor(
    private readonly database: DatabaseConnection,
    private readonly kind: SecretKind<Row, Item, Values>,
  ) {}

  /**
   * @param page from 1; past the end it is empty
   * @param state shows those of one state only
   * @returns the newest first
   * @throws LetheError `unavailable`
   */
  async page(workspaceId: string, page: number, state?: SecretState): Promise<CatalogPage<Item>> {
    const { table, columns, toItem } = this.kind;
    const which = `workspace_id = $1 and ($2::text is null or ${STATE_SQL} = $2)`;
    const selected = [SECRET_COLUMNS, ...Object.keys(columns)].join(', ');
    const { query } = lookUps(this.database, workspaceId);
    const [rows, counts] = await Promise.all([
      query<Row>(
        `select ${selected} from catalog.${table} where ${which}
         order by created_at desc, id limit ${CATALOG_PAGE_SIZE} offset $3`,
        [workspaceId, state ?? null, (page - 1) * CATALOG_PAGE_SIZE],
      ),
      query<{ total: number }>(
        `select count(*)::int as total from catalog.${table} where ${which}`,
        [workspaceId, state ?? null],
      ),
    ]);
    return { items: rows.map(toItem), total: counts[0]?.total ?? 0 };
  }

  /**
   * Makes a secret of 192 random bits.
   *
   * @param maker may do and lasts at least what the new one does
   * @returns the secret too, which cannot be shown again: only its hash is stored
   * @throws LetheError `unauthorized` when the maker works no more, `insufficient_scope` naming the scope that it lacks,
   * `invalid_request` for an end that is later than the maker's, `conflict` when the name is taken or there are too many, `unavailable`, `outcome_unknown`
   */
  async make(
    maker: Maker,
    values: Values,
  ): Promise<{ readonly item: Item; readonly secret: string }> {
    const { kind } = this;
    const secret = makeSecret(kind.prefix);
    const takes = kind.takes(values);
    const names = Object.keys(kind.columns);
    const places = Object.values(kind.columns).map((type, index) => `$${index + 7}::${type}`);
    const returned = [SECRET_COLUMNS, ...names].join(', ');
    const made = await this.database.of(maker.workspaceId).transaction(async (manager) => {
      // One at a time in a workspace: of two, neither would count the other one.
      await manager.query('select from catalog.workspaces where id = $1 for no key update', [
        maker.workspaceId,
      ]);
      const [row] = await manager.query<(MadeRow & (Row | { readonly id: null }))[]>(
        `with mine as (
           select *, expires_at is null or coalesce($5::timestamptz <= expires_at, false) as ends_in_time
             from catalog.tokens where id = $1 and workspace_id = $2 and ${IS_ACTIVE}
              for share
         ), others as (
           select count(*) filter (where ${IS_ACTIVE})::int as in_force, count(*)::int as made_so_far
             from catalog.${kind.table} where workspace_id = $2
         ), made as (
           insert into catalog.${kind.table} (workspace_id, name, hash, expires_at, created_by${list(names)})
           select $2, $3, $4, $5, mine.name${list(places)} from mine, others
            where mine.scopes @> $6::text[] and mine.ends_in_time
              and others.in_force < ${kind.most} and others.made_so_far < ${FIXED_LIMITS.secretsPerWorkspace}
           on conflict do nothing
           returning ${returned}
         )
         select mine.scopes as own_scopes, mine.expires_at as own_end, mine.ends_in_time, others.*, made.*
           from mine cross join others left join made on true`,
        [
          ...[maker.tokenId, maker.workspaceId, values.name, hashSecret(secret)],
          ...[values.expiresAt ?? null, takes, ...kind.toColumns(values)],
        ],
      );
      if (row === undefined) throw new LetheError('unauthorized'); // revoked since it was looked up
      if (row.id === null) throw whyNot(row, takes, { name: values.name, most: kind.most });
      await refuseLookAlike(manager, { ...kind, workspaceId: maker.workspaceId }, values.name);
      return row;
    });
    return { item: kind.toItem(made), secret };
  }

  /**
   * Revokes a secret for good; it stops working within 5 s on every gateway. Revoking again changes nothing.
   *
   * @throws LetheError `not_found` when the workspace has no such one, `unavailable`
   */
  async revoke(workspaceId: string, id: string, by: string): Promise<void> {
    const [revoked] = await lookUps(this.database, workspaceId).query(
      // Before it, as in `make`: nothing is made with it meanwhile that would not end with it.
      `with locked as materialized (
             select from catalog.workspaces where id = $1 for no key update
           ), revoked as (
             update catalog.${this.kind.table}
                set revoked_at = coalesce(revoked_at, now()),
                    revoked_by = case when revoked_at is null then $3 else revoked_by end
              where workspace_id = $1 and id = $2 and exists (select from locked) returning id
           ) select id from revoked`,
      [workspaceId, id, by],
    );
    if (revoked === undefined) throw new LetheError('not_found');
  }
}

function list(names: readonly string[]): string {
  return names.map((name) => `, ${name}`).join('');
}

function whyNot(
  row: MadeRow,
  takes: readonly Scope[],
  { name, most }: { readonly name: string; readonly most: number },
): LetheError {
  const own = knownScopes(row.own_scopes);
  const lacking = takes.find((scope) => !own.includes(scope));
  if (lacking !== undefined) {
    return new LetheError('insufficient_scope', {
      message: `The token lacks the scope ${lacking}, so what it makes cannot have it.`,
    });
  }
  if (!row.ends_in_time) {
    const problem = `must be given, and no later than ${row.own_end?.toISOString() ?? ''}, when the token expires that makes it`;
    return new LetheError('invalid_request', {
      message: `expiresAt: ${problem}`,
      details: { expiresAt: problem },
    });
  }
  if (row.in_force >= most) {
    return new LetheError('conflict', {
      message: `The workspace has ${row.in_force} that work; ${most} is the most. Revoke what is not used.`,
    });
  }
  if (row.made_so_far >= FIXED_LIMITS.secretsPerWorkspace) {
    return new LetheError('conflict', {
      message: `The workspace has ${row.made_so_far} with those that are revoked or have expired, which is the most. Whoever runs Lethe can delete rows of those that ended long ago.`,
    });
  }
  return new LetheError('conflict', {
    message: `The name "${name}" is taken (maybe by one that is revoked): choose another one.`,
  });
}

import { FIXED_LIMITS, LetheError, type Scope, type SecretState } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { lookUps } from '../ask-database.js';
import { CATALOG_PAGE_SIZE } from '../tables/catalog-table.js';
import type { CatalogPage } from '../tables/catalog-records.js';
import { hashSecret, makeSecret } from './secret.js';
import { SECRET_NOUNS, refuseLookAlike } from './refuse-look-alike.js';
import { IS_ACTIVE, SECRET_COLUMNS, STATE_SQL, type SecretRow } from './secret-state.js';
import { knownScopes } from './token-identity.js';

/**
 * Describes how secrets of one kind are stored. The members become parts of SQL, so they must be
 * constants.
 */
export interface SecretKind<Row extends SecretRow, Item, Values> {
  readonly table: 'tokens' | 'data_planes';
  readonly prefix: 'lth_' | 'lth_dp_';
  /** Columns in addition to `SECRET_COLUMNS`. */
  readonly columns: Readonly<Record<string, string>>;
  /** Returns the values of `columns`, in the order of `columns`. */
  readonly toColumns: (values: Values) => readonly unknown[];
  /** Maximum number of active secrets of this kind in one workspace. */
  readonly maximum: number;
  /** Returns the scopes that the creating token needs. */
  readonly requiredScopes: (values: Values) => readonly Scope[];
  readonly toItem: (row: Row) => Item;
}

/** The authenticated token that creates a secret. */
export interface TokenCreator {
  readonly tokenId: string;
  readonly workspaceId: string;
  readonly name: string;
}

/** Common values of new secrets. */
export interface NewSecret {
  readonly name: string;
  /** If absent, the secret is active until it is revoked. */
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
 * Creates, lists and revokes secrets for API callers, always within one workspace. A secret has at
 * most the scopes and the lifetime of the token that creates it. The statement that inserts the
 * secret also locks the row of the creating token, so a revoked token cannot create a secret.
 */
export class SecretTable<Row extends SecretRow, Item, Values extends NewSecret> {
  constructor(
    private readonly database: DatabaseConnection,
    private readonly kind: SecretKind<Row, Item, Values>,
  ) {}

  /**
   * @param page the page number from 1; a page after the end of the list is empty
   * @param state if given, only secrets in this state are returned
   * @returns secrets, newest first
   * @throws LetheError `unavailable`
   */
  async page(workspaceId: string, page: number, state?: SecretState): Promise<CatalogPage<Item>> {
    const { table, columns, toItem } = this.kind;
    const condition = `workspace_id = $1 and ($2::text is null or ${STATE_SQL} = $2)`;
    const selected = [SECRET_COLUMNS, ...Object.keys(columns)].join(', ');
    const { query } = lookUps(this.database, workspaceId);
    const [rows, counts] = await Promise.all([
      query<Row>(
        `select ${selected} from catalog.${table} where ${condition}
         order by created_at desc, id limit ${CATALOG_PAGE_SIZE} offset $3`,
        [workspaceId, state ?? null, (page - 1) * CATALOG_PAGE_SIZE],
      ),
      query<{ total: number }>(
        `select count(*)::int as total from catalog.${table} where ${condition}`,
        [workspaceId, state ?? null],
      ),
    ]);
    return { items: rows.map(toItem), total: counts[0]?.total ?? 0 };
  }

  /**
   * Creates a secret of 192 random bits.
   *
   * @param maker token that creates the secret; it must have the scopes of the new secret, and must
   *   not expire before the new secret
   * @returns the item, and the secret, which cannot be shown again, because only its hash is stored
   * @throws LetheError `unauthorized` if `maker` is no longer active, `insufficient_scope` if
   * `maker` lacks a scope, `invalid_request` if the new secret would expire later than `maker`,
   * `conflict` if the name is taken or looks like another name, or if the maximum is reached,
   * `unavailable`, `outcome_unknown`
   */
  async make(
    maker: TokenCreator,
    values: Values,
  ): Promise<{ readonly item: Item; readonly secret: string }> {
    const { kind } = this;
    const secret = makeSecret(kind.prefix);
    const takes = kind.requiredScopes(values);
    const names = Object.keys(kind.columns);
    const parameters = Object.values(kind.columns).map((type, index) => `$${index + 7}::${type}`);
    const returned = [SECRET_COLUMNS, ...names].join(', ');
    const made = await this.database.of(maker.workspaceId).transaction(async (manager) => {
      // Locks the workspace, because two concurrent creations would not count each other's secret.
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
           select $2, $3, $4, $5, mine.name${list(parameters)} from mine, others
            where mine.scopes @> $6::text[] and mine.ends_in_time
              and others.in_force < ${kind.maximum} and others.made_so_far < ${FIXED_LIMITS.secretsPerWorkspace}
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
      if (row === undefined) throw new LetheError('unauthorized'); // revoked after authentication
      if (row.id === null) {
        const noun = SECRET_NOUNS[kind.table];
        throw refusalOf(row, takes, { name: values.name, most: kind.maximum, noun });
      }
      await refuseLookAlike(manager, { ...kind, workspaceId: maker.workspaceId }, values.name);
      return row;
    });
    return { item: kind.toItem(made), secret };
  }

  /**
   * Revokes a secret permanently. Every gateway refuses the secret after 5 s at most. A repeated
   * call changes nothing.
   *
   * @throws LetheError `not_found` if the workspace has no such secret, `unavailable`
   */
  async revoke(workspaceId: string, id: string, by: string): Promise<void> {
    const [revoked] = await lookUps(this.database, workspaceId).query(
      // `make` also locks the workspace. So the revoked token cannot create a secret while this
      // statement runs.
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

function refusalOf(
  row: MadeRow,
  takes: readonly Scope[],
  { name, most, noun }: { readonly name: string; readonly most: number; readonly noun: string },
): LetheError {
  const own = knownScopes(row.own_scopes);
  const lacking = takes.find((scope) => !own.includes(scope));
  if (lacking !== undefined) {
    return new LetheError('insufficient_scope', {
      message: `The token lacks the scope ${lacking}, so it cannot grant this scope.`,
    });
  }
  if (!row.ends_in_time) {
    const problem = `is required and must not be later than the expiry of the token of this request, ${row.own_end?.toISOString() ?? ''}`;
    return new LetheError('invalid_request', {
      message: `expiresAt: ${problem}`,
      details: { expiresAt: problem },
    });
  }
  if (row.in_force >= most) {
    return new LetheError('conflict', {
      message: `The workspace has ${row.in_force} active ${noun}, and the maximum is ${most}. Revoke ${noun} that are not in use.`,
    });
  }
  if (row.made_so_far >= FIXED_LIMITS.secretsPerWorkspace) {
    return new LetheError('conflict', {
      message: `The workspace has ${row.made_so_far} ${noun}, including revoked and expired ones, which is the maximum. Ask the operator of Lethe to delete rows of ${noun} that ended long ago.`,
    });
  }
  return new LetheError('conflict', {
    message: `The name "${name}" already exists (names of revoked ${noun} also count). Choose another name.`,
  });
}

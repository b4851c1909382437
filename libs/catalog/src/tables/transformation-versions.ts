import type { DatabaseConnection } from '@lethe/database';
import { LetheError } from '@lethe/contracts';
import { lookUps } from '../ask-database.js';
import { isIdentifier } from '../identifier.js';

/** A state that the code of a transformation had: never changed. */
export interface TransformationVersion {
  /** 1, 2, 3 … within the transformation. */
  readonly number: number;
  /** Whether it is the one that runs. */
  readonly isCurrent: boolean;
  readonly createdAt: Date;
  /** Name of the token; absent where the workspace file, an older version or SQL made it. */
  readonly createdBy?: string;
}

type VersionRow = Omit<TransformationVersion, 'createdBy'> & { readonly createdBy: string | null };

const selectVersions = (columns: string): string => `
  select v.number, v.number = t.version as "isCurrent", v.created_at as "createdAt",
    v.created_by as "createdBy"${columns}
  from catalog.transformation_versions v
  join catalog.transformations t on t.workspace_id = v.workspace_id and t.id = v.transformation_id
  where v.workspace_id = $1 and v.transformation_id = $2`;

/** Reads the versions of transformations; a trigger writes them when code changes, and keeps the newest hundred. */
export class TransformationVersions {
  constructor(private readonly database: DatabaseConnection) {}

  /**
   * @returns those that are kept, the newest first: it is the present one
   * @throws LetheError `not_found` when there is no such transformation, `unavailable`
   */
  async list(workspaceId: string, transformationId: string): Promise<TransformationVersion[]> {
    const rows = await this.ask<VersionRow>(
      workspaceId,
      transformationId,
      selectVersions('') + ' order by v.number desc',
    );
    if (rows.length === 0) throw new LetheError('not_found');
    return rows.map((row) => toVersion(row));
  }

  /** @throws LetheError `not_found`, also of a version that is not kept any more; `unavailable` */
  async get(
    workspaceId: string,
    transformationId: string,
    number: number,
  ): Promise<TransformationVersion & { readonly code: string }> {
    const [row] = await this.ask<VersionRow & { readonly code: string }>(
      workspaceId,
      transformationId,
      `${selectVersions(', v.code')} and v.number = $3`,
      number,
    );
    if (row === undefined) throw new LetheError('not_found');
    return toVersion(row);
  }

  private async ask<Row extends object>(
    workspaceId: string,
    transformationId: string,
    sql: string,
    ...rest: readonly unknown[]
  ): Promise<Row[]> {
    if (!isIdentifier(transformationId)) return [];
    const { query } = lookUps(this.database, workspaceId);
    return query<Row>(sql, [workspaceId, transformationId, ...rest]);
  }
}

function toVersion<Row extends VersionRow>({ createdBy, ...version }: Row) {
  return createdBy === null ? version : { ...version, createdBy };
}

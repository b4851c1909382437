import type { DatabaseConnection } from '@lethe/database';
import { LetheError } from '@lethe/contracts';
import { lookUps } from '../ask-database.js';
import { isIdentifier } from '../identifier.js';

/** One state of the code of a transformation. It never changes. */
export interface TransformationVersion {
  /** 1, 2, 3 … within the transformation. */
  readonly number: number;
  /** Whether this version is the current one. */
  readonly isCurrent: boolean;
  readonly createdAt: Date;
  /**
   * Name of the token that created the version. Absent if a workspace file, an older release of
   * Lethe or SQL created it.
   */
  readonly createdBy?: string;
}

type VersionRow = Omit<TransformationVersion, 'createdBy'> & { readonly createdBy: string | null };

const selectVersions = (columns: string): string => `
  select v.number, v.number = t.version as "isCurrent", v.created_at as "createdAt",
    v.created_by as "createdBy"${columns}
  from catalog.transformation_versions v
  join catalog.transformations t on t.workspace_id = v.workspace_id and t.id = v.transformation_id
  where v.workspace_id = $1 and v.transformation_id = $2`;

/**
 * Reads the versions of transformations. A trigger writes a version when the code changes, and
 * keeps only the newest 100 versions.
 */
export class TransformationVersions {
  constructor(private readonly database: DatabaseConnection) {}

  /**
   * @returns the stored versions, newest first; the newest version is the current version
   * @throws LetheError `not_found` if the transformation does not exist, `unavailable`
   */
  async list(workspaceId: string, transformationId: string): Promise<TransformationVersion[]> {
    const rows = await this.queryVersions<VersionRow>(
      workspaceId,
      transformationId,
      selectVersions('') + ' order by v.number desc',
    );
    if (rows.length === 0) throw new LetheError('not_found');
    return rows.map((row) => toVersion(row));
  }

  /** @throws LetheError `not_found`, also if the version is no longer stored; `unavailable` */
  async get(
    workspaceId: string,
    transformationId: string,
    number: number,
  ): Promise<TransformationVersion & { readonly code: string }> {
    const [row] = await this.queryVersions<VersionRow & { readonly code: string }>(
      workspaceId,
      transformationId,
      `${selectVersions(', v.code')} and v.number = $3`,
      number,
    );
    if (row === undefined) throw new LetheError('not_found');
    return toVersion(row);
  }

  private async queryVersions<Row extends object>(
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

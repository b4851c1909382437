import { LetheError, lookAlike } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';

interface Place {
  readonly table: 'tokens' | 'data_planes';
  readonly workspaceId: string;
}

/** @returns the name of another secret of the workspace, also of one that ended, that a person could take for this one */
export async function findLookAlike(
  manager: Pick<EntityManager, 'query'>,
  { table, workspaceId }: Place,
  name: string,
): Promise<string | undefined> {
  const rows = await manager.query<{ name: string }[]>(
    `select name from catalog.${table} where workspace_id = $1`,
    [workspaceId],
  );
  return lookAlike(
    name,
    rows.map((row) => row.name),
  );
}

/** @throws LetheError `conflict` */
export async function refuseLookAlike(
  manager: Pick<EntityManager, 'query'>,
  place: Place,
  name: string,
): Promise<void> {
  const other = await findLookAlike(manager, place, name);
  if (other === undefined) return;
  throw new LetheError('conflict', {
    message: `The name looks like "${other}", which is taken (maybe by one that is revoked): choose another one.`,
  });
}

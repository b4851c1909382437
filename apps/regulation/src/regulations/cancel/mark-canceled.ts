import type { CommandContext } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';

export async function markCanceled(
  manager: EntityManager,
  { context, reason }: { readonly context: CommandContext; readonly reason?: string | undefined },
  { ids, at }: { readonly ids: readonly string[]; readonly at: Date },
): Promise<void> {
  await manager.query(
    `update ${SCHEMA}.regulations set canceled = true, canceled_at = $3, canceled_by = $4, cancel_reason = $5
      where workspace_id = $1 and id = any($2::uuid[])`,
    [context.workspaceId, ids, at, context.actor, reason ?? null],
  );
}

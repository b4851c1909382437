import type {
  RegulationDetail,
  RegulationRecord,
  RegulationType,
  UserIdentifiers,
} from '@lethe/contracts';
import { orderAttributes } from './order-attributes.js';
import { regulationStatus } from '../regulation-statuses/regulation-status.js';
import type { RegulationEntity } from './regulation.entity.js';

/** A row of a list: the columns that a record shows. */
export interface RegulationRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly canceled: boolean;
  readonly regulation_type: RegulationType;
  readonly attributes: UserIdentifiers;
  readonly created_at: Date;
}

export function rowToRecord(row: RegulationRow): RegulationRecord {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    canceled: row.canceled,
    regulationType: row.regulation_type,
    attributes: orderAttributes(row.attributes),
    createdAt: row.created_at.toISOString(),
  };
}

export function entityToDetail(
  entity: RegulationEntity,
  deletions: RegulationDetail['deletions'],
): RegulationDetail {
  return {
    id: entity.id,
    workspaceId: entity.workspaceId,
    canceled: entity.canceled,
    regulationType: entity.regulationType,
    attributes: orderAttributes(entity.attributes),
    createdAt: entity.createdAt.toISOString(),
    canceledAt: entity.canceledAt?.toISOString() ?? null,
    createdBy: entity.createdBy,
    ...(entity.reason === null ? {} : { reason: entity.reason }),
    ...(entity.canceledBy === null ? {} : { canceledBy: entity.canceledBy }),
    ...(entity.cancelReason === null ? {} : { cancelReason: entity.cancelReason }),
    ...(entity.sourceIds === null ? {} : { sourceIds: entity.sourceIds }),
    ...(entity.destinationIds === null ? {} : { destinationIds: entity.destinationIds }),
    status: regulationStatus(entity.canceled, deletions),
    ...(entity.identifiersForgottenAt === null
      ? {}
      : { identifiersForgottenAt: entity.identifiersForgottenAt.toISOString() }),
    ...(deletions === undefined ? {} : { deletions }),
  };
}

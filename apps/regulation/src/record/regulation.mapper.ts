import type {
  ListedRegulationDto,
  RegulationDetailDto,
  RegulationDto,
} from '@lethe/api/regulations';
import { differingKey, type RegulationType, type UserIdentifiers } from '@lethe/contracts';
import { orderAttributes } from './order-attributes.js';
import { shownStanding, type StandingRow } from './statuses/stored-status.js';
import { regulationStatus } from './statuses/regulation-status.js';
import type { RegulationEntity } from './regulation.entity.js';

/** The columns that the record of a create shows. */
export interface RegulationRow {
  readonly id: string;
  readonly workspace_id: string;
  /** The suppression key. */
  readonly user_id: string;
  readonly canceled: boolean;
  readonly regulation_type: RegulationType;
  readonly attributes: UserIdentifiers;
  readonly created_at: Date;
}

export function rowToRecord(row: RegulationRow): RegulationDto {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    canceled: row.canceled,
    regulationType: row.regulation_type,
    attributes: orderAttributes(row.attributes),
    ...differingKey(row.attributes.userId, row.user_id),
    createdAt: row.created_at.toISOString(),
  };
}

/** A row of a list. */
export interface ListedRow extends RegulationRow, StandingRow {
  readonly canceled_at: Date | null;
  readonly import_id: string | null;
}

export function rowToListed(row: ListedRow): ListedRegulationDto {
  return {
    ...rowToRecord(row),
    canceledAt: row.canceled_at?.toISOString() ?? null,
    ...shownStanding(row),
    ...(row.import_id === null ? {} : { importId: row.import_id }),
  };
}

export function entityToDetail(
  entity: RegulationEntity,
  deletions: RegulationDetailDto['deletions'],
): RegulationDetailDto {
  return {
    id: entity.id,
    workspaceId: entity.workspaceId,
    canceled: entity.canceled,
    regulationType: entity.regulationType,
    attributes: orderAttributes(entity.attributes),
    ...differingKey(entity.attributes.userId, entity.userId),
    createdAt: entity.createdAt.toISOString(),
    canceledAt: entity.canceledAt?.toISOString() ?? null,
    createdBy: entity.createdBy,
    ...(entity.reason === null ? {} : { reason: entity.reason }),
    ...(entity.canceledBy === null ? {} : { canceledBy: entity.canceledBy }),
    ...(entity.cancelReason === null ? {} : { cancelReason: entity.cancelReason }),
    ...(entity.sourceIds === null ? {} : { sourceIds: entity.sourceIds }),
    ...(entity.destinationIds === null ? {} : { destinationIds: entity.destinationIds }),
    status: regulationStatus(entity.canceled, deletions),
    ...deadlineOf(entity, deletions),
    ...(entity.importId === null ? {} : { importId: entity.importId }),
    ...(entity.identifiersForgottenAt === null
      ? {}
      : { identifiersForgottenAt: entity.identifiersForgottenAt.toISOString() }),
    ...(deletions === undefined ? {} : { deletions }),
  };
}

function deadlineOf(
  { canceled, dueAt }: RegulationEntity,
  deletions: RegulationDetailDto['deletions'],
): Pick<RegulationDetailDto, 'dueAt' | 'overdue'> {
  if (deletions === undefined) return {};
  return {
    ...(dueAt && { dueAt: dueAt.toISOString() }),
    overdue: !canceled && deletions.some(({ overdue }) => overdue),
  };
}

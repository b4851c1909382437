import type {
  ListedRegulationDto,
  RegulationDetailDto,
  RegulationDto,
} from '@lethe/api/regulations';
import { differingKey } from '@lethe/contracts';
import { notDeletedOf, type ResolvedDestinations } from './not-deleted.js';
import { orderAttributes } from './order-attributes.js';
import { shownStanding, type StandingRow } from './statuses/stored-status.js';
import { regulationStatus } from './statuses/regulation-status.js';
import type { RegulationEntity } from './regulation.entity.js';

/** The columns that the answer to a create request shows. */
export type RegulationRow = Pick<
  RegulationEntity,
  | 'id'
  | 'workspaceId'
  | 'userId'
  | 'regulationType'
  | 'attributes'
  | 'createdAt'
  | 'receivedAt'
  | 'law'
  | 'canceled'
>;

/** SQL: the columns of a `RegulationRow`, without the columns that a `StandingRow` also has. */
export const RECORD_COLUMNS = `id, workspace_id as "workspaceId", user_id as "userId", attributes, created_at as "createdAt",
  received_at as "receivedAt", law`;

export function rowToRecord(row: RegulationRow): RegulationDto {
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    canceled: row.canceled,
    regulationType: row.regulationType,
    attributes: orderAttributes(row.attributes),
    ...differingKey(row.attributes.userId, row.userId),
    createdAt: row.createdAt.toISOString(),
    ...(row.receivedAt === null ? {} : { receivedAt: row.receivedAt.toISOString() }),
    ...(row.law === null ? {} : { law: row.law }),
  };
}

export type ListedRow = RegulationRow &
  StandingRow &
  Pick<RegulationEntity, 'canceledAt' | 'importId'> & { readonly foundAgain: boolean };

export function rowToListed(row: ListedRow): ListedRegulationDto {
  return {
    ...rowToRecord(row),
    canceledAt: row.canceledAt?.toISOString() ?? null,
    ...shownStanding(row),
    ...(row.foundAgain ? { foundAgain: true } : {}),
    ...(row.importId === null ? {} : { importId: row.importId }),
  };
}

export function entityToDetail(
  entity: RegulationEntity,
  deletions: RegulationDetailDto['deletions'],
  {
    foundAgain,
    wasComplete,
    resolved,
  }: {
    readonly foundAgain: boolean;
    readonly wasComplete?: boolean;
    readonly resolved?: ResolvedDestinations | undefined;
  },
): RegulationDetailDto {
  return {
    ...rowToRecord(entity),
    ...notDeletedOf(resolved)(entity.destinationIds ?? []),
    canceledAt: entity.canceledAt?.toISOString() ?? null,
    createdBy: entity.createdBy,
    ...(entity.reason === null ? {} : { reason: entity.reason }),
    ...(entity.canceledBy === null ? {} : { canceledBy: entity.canceledBy }),
    ...(entity.cancelReason === null ? {} : { cancelReason: entity.cancelReason }),
    ...(entity.sourceIds === null ? {} : { sourceIds: entity.sourceIds }),
    ...(entity.destinationIds === null ? {} : { destinationIds: entity.destinationIds }),
    status: regulationStatus(entity.canceled, deletions, wasComplete),
    ...deadlineOf(entity, deletions),
    ...(foundAgain ? { foundAgain } : {}),
    ...(entity.importId === null ? {} : { importId: entity.importId }),
    ...(entity.identifiersForgottenAt === null
      ? {}
      : { identifiersForgottenAt: entity.identifiersForgottenAt.toISOString() }),
    ...(entity.extension === null ? {} : { extension: entity.extension }),
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

import type {
  PersonRegulation,
  RegulationStatus,
  RegulationType,
  UserIdentifiers,
} from '@lethe/contracts';
import { orderAttributes } from '../regulations/order-attributes.js';

/** A regulation as a look-up of its user reads it. */
export interface PersonRegulationRow {
  readonly id: string;
  readonly regulation_type: RegulationType;
  readonly canceled: boolean;
  /** As `settle-statuses.ts` writes it. */
  readonly deletion_status: RegulationStatus | 'overdue' | null;
  readonly attributes: UserIdentifiers;
  readonly created_at: Date;
  readonly created_by: string;
  readonly reason: string | null;
  readonly source_ids: readonly string[] | null;
  readonly destination_ids: readonly string[] | null;
  readonly canceled_at: Date | null;
  readonly canceled_by: string | null;
}

export function toPersonRegulation(row: PersonRegulationRow): PersonRegulation {
  return {
    id: row.id,
    regulationType: row.regulation_type,
    status: statusOf(row),
    attributes: orderAttributes(row.attributes),
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.source_ids === null ? {} : { sourceIds: row.source_ids }),
    ...(row.destination_ids === null ? {} : { destinationIds: row.destination_ids }),
    ...(row.canceled_at === null ? {} : { canceledAt: row.canceled_at.toISOString() }),
    ...(row.canceled_by === null ? {} : { canceledBy: row.canceled_by }),
  };
}

/** As the lists say it: about a second behind what a regulation says of itself. */
function statusOf(row: PersonRegulationRow): RegulationStatus {
  if (row.canceled) return 'canceled';
  if (row.regulation_type === 'suppress') return 'active';
  const { deletion_status: status } = row;
  return status === null || status === 'overdue' ? 'deleting' : status;
}

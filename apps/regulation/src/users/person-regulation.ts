import type { PersonRegulationDto } from '@lethe/api/users';
import type { RegulationType, UserIdentifiers } from '@lethe/contracts';
import { shownStanding, type StandingRow } from '../record/statuses/stored-status.js';
import { orderAttributes } from '../record/order-attributes.js';

/** A regulation as a look-up of its user reads it. */
export interface PersonRegulationRow extends StandingRow {
  readonly id: string;
  readonly regulation_type: RegulationType;
  readonly attributes: UserIdentifiers;
  readonly created_at: Date;
  readonly created_by: string;
  readonly reason: string | null;
  readonly source_ids: readonly string[] | null;
  readonly destination_ids: readonly string[] | null;
  readonly canceled_at: Date | null;
  readonly canceled_by: string | null;
}

export function toPersonRegulation(row: PersonRegulationRow): PersonRegulationDto {
  return {
    id: row.id,
    regulationType: row.regulation_type,
    ...shownStanding(row),
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

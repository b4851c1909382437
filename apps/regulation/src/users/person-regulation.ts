import type { PersonRegulationDto } from '@lethe/api/users';
import { orderAttributes } from '../record/order-attributes.js';
import type { RegulationEntity } from '../record/regulation.entity.js';
import {
  shownStanding,
  STANDING_COLUMNS,
  type StandingRow,
} from '../record/statuses/stored-status.js';

export type PersonRegulationRow = StandingRow &
  Pick<
    RegulationEntity,
    | 'id'
    | 'attributes'
    | 'createdAt'
    | 'createdBy'
    | 'reason'
    | 'sourceIds'
    | 'destinationIds'
    | 'canceledAt'
    | 'canceledBy'
  >;

export const PERSON_REGULATION_COLUMNS = `id, attributes, created_at as "createdAt", created_by as "createdBy", reason,
  source_ids as "sourceIds", destination_ids as "destinationIds", canceled_at as "canceledAt", canceled_by as "canceledBy",
  ${STANDING_COLUMNS}`;

export function toPersonRegulation(row: PersonRegulationRow): PersonRegulationDto {
  return {
    id: row.id,
    regulationType: row.regulationType,
    ...shownStanding(row),
    attributes: orderAttributes(row.attributes),
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.sourceIds === null ? {} : { sourceIds: row.sourceIds }),
    ...(row.destinationIds === null ? {} : { destinationIds: row.destinationIds }),
    ...(row.canceledAt === null ? {} : { canceledAt: row.canceledAt.toISOString() }),
    ...(row.canceledBy === null ? {} : { canceledBy: row.canceledBy }),
  };
}

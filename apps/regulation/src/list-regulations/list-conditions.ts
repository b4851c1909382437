import {
  REGULATION_TYPES,
  type ListRegulationsCommand,
  type RegulationStatus,
  type RegulationType,
} from '@lethe/contracts';

type Filter = Pick<ListRegulationsCommand, 'regulationType' | 'canceled' | 'status' | 'overdue'>;

/** As `settle-statuses.ts` writes it; `deleting` for null. */
const STORED = ['deleting', 'overdue', 'deleted', 'partially_deleted', 'deletion_failed'] as const;
type StoredStatus = (typeof STORED)[number];

/** SQL: as `STORED`, for regulations that delete. */
const STORED_STATUS = `coalesce(deletion_status, 'deleting')`;

/**
 * SQL: type and stored status of a regulation that deletes and is not canceled, written as in the index
 * `regulations_by_status`. Of nothing else, so that no other index is of use: with statistics older than
 * many ended jobs, the planner would walk through that of the type.
 */
const TYPE_AND_STATUS = `case when canceled or regulation_type = 'suppress' then null
  else regulation_type || ' ' || ${STORED_STATUS} end`;

/**
 * Conditions that together select what the filter asks for, each regulation by one of them. Literals, not
 * parameters: the planner must see them to use the partial indexes.
 */
export function branchConditions(filter: Filter): string[] {
  return REGULATION_TYPES.filter((type) => (filter.regulationType ?? type) === type).flatMap(
    (type) => {
      const isType = `regulation_type = '${type}'`;
      const active = activeConditions(type, filter);
      return takesCanceled(filter) ? [...active, `${isType} and canceled`] : active;
    },
  );
}

/**
 * The same for the regulations of one user. As expressions, which belong to none of the indexes of types and
 * states: otherwise, with statistics older than a bulk of cancels, the planner takes one of those instead of
 * the user's, and reads all of it.
 */
export function ofUserConditions(filter: Filter, place: (value: unknown) => string): string[] {
  const types = REGULATION_TYPES.filter((type) => (filter.regulationType ?? type) === type);
  const states = [
    ...(takesCanceled(filter) ? ['canceled'] : []),
    ...(takesActive(filter) && filter.overdue !== true ? ['active'] : []),
    ...(filter.canceled === true ? [] : storedStatuses(filter)),
  ];
  return [
    `regulation_type || '' = any(${place(types)})`,
    `case when canceled then 'canceled' when regulation_type = 'suppress' then 'active'
       else ${STORED_STATUS} end = any(${place(states)})`,
  ];
}

/** @returns what is asked of those that are not canceled, in branches that each have an index */
function activeConditions(type: RegulationType, filter: Filter): string[] {
  if (filter.canceled === true) return [];
  const ofType = [`regulation_type = '${type}' and not canceled`];
  if (type === 'suppress') return takesActive(filter) && filter.overdue !== true ? ofType : [];
  const statuses = storedStatuses(filter);
  if (statuses.length === STORED.length) return ofType;
  return statuses.map((status) => `${TYPE_AND_STATUS} = '${type} ${status}'`);
}

function storedStatuses({ status, overdue }: Filter): readonly StoredStatus[] {
  return STORED.filter((stored) => {
    const shown: RegulationStatus = stored === 'overdue' ? 'deleting' : stored;
    return (
      (status ?? shown) === shown && (overdue ?? stored === 'overdue') === (stored === 'overdue')
    );
  });
}

function takesActive({ status, canceled }: Filter): boolean {
  return canceled !== true && (status ?? 'active') === 'active';
}

function takesCanceled({ status, canceled, overdue }: Filter): boolean {
  return canceled !== false && (status ?? 'canceled') === 'canceled' && overdue !== true;
}

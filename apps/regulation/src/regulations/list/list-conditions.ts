import type { ListRegulations } from '@lethe/api/regulations';
import { REGULATION_TYPES, type RegulationType } from '@lethe/contracts';
import {
  ALL_STANDINGS,
  SHOWN_STANDING,
  standingsOf,
  STORED_STANDING,
} from '../../record/statuses/stored-status.js';

type Filter = Pick<ListRegulations, 'regulationType' | 'canceled' | 'status' | 'overdue'>;

/**
 * SQL: type and standing of a regulation that deletes and is not canceled, written as in the index
 * `regulations_by_standing`. Of nothing else, so that no other index is of use: with statistics older than
 * many ended jobs, the planner would walk through that of the type.
 */
const TYPE_AND_STANDING = `case when canceled or regulation_type = 'suppress' then null
  else regulation_type || ' ' || ${STORED_STANDING} end`;

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
    ...(filter.canceled === true ? [] : standingsOf(filter)),
  ];
  return [
    `regulation_type || '' = any(${place(types)})`,
    `${SHOWN_STANDING} = any(${place(states)})`,
  ];
}

/** @returns what is asked of those that are not canceled, in branches that each have an index */
function activeConditions(type: RegulationType, filter: Filter): string[] {
  if (filter.canceled === true) return [];
  const ofType = [`regulation_type = '${type}' and not canceled`];
  if (type === 'suppress') return takesActive(filter) && filter.overdue !== true ? ofType : [];
  const standings = standingsOf(filter);
  if (standings.length === ALL_STANDINGS) return ofType;
  return standings.map((standing) => `${TYPE_AND_STANDING} = '${type} ${standing}'`);
}

function takesActive({ status, canceled }: Filter): boolean {
  return canceled !== true && (status ?? 'active') === 'active';
}

function takesCanceled({ status, canceled, overdue }: Filter): boolean {
  return canceled !== false && (status ?? 'canceled') === 'canceled' && overdue !== true;
}

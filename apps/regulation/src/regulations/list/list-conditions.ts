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
 * SQL: type and stored status of a regulation that deletes and is not canceled; null for all other
 * regulations. The text is exactly that of the index `regulations_by_standing`, and matches no
 * other index. With plain columns, and statistics from before many jobs ended, the planner would
 * scan the index of the type.
 */
const TYPE_AND_STANDING = `case when canceled or regulation_type = 'suppress' then null
  else regulation_type || ' ' || ${STORED_STANDING} end`;

/**
 * Returns conditions that together select the regulations of the filter. Each regulation fulfills
 * only one condition. Types and stored statuses are literals and not parameters, because the
 * planner must see them to use the partial indexes.
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
 * Returns conditions that select the regulations of one user by the filter. The conditions are
 * expressions that match no index of types and states. With plain columns, and statistics from
 * before many cancels, the planner would read such an index completely instead of using the index
 * of users.
 */
export function ofUserConditions(filter: Filter, param: (value: unknown) => string): string[] {
  const types = REGULATION_TYPES.filter((type) => (filter.regulationType ?? type) === type);
  const states = [
    ...(takesCanceled(filter) ? ['canceled'] : []),
    ...(takesActive(filter) && filter.overdue !== true ? ['active'] : []),
    ...(filter.canceled === true ? [] : standingsOf(filter)),
  ];
  return [
    `regulation_type || '' = any(${param(types)})`,
    `${SHOWN_STANDING} = any(${param(states)})`,
  ];
}

/**
 * Returns conditions that select regulations that are not canceled. Each condition has an index.
 */
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

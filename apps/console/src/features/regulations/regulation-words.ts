import { REGULATION_STATUS_WORDS } from '@lethe/contracts/state-words';
import type { Regulation, RegulationType as Type } from '../../api/regulations.js';
import type { Scope } from '../../api/session.js';

export const REGULATION_TYPES = ['suppress', 'suppress_with_delete', 'delete'] as const;
export const REGULATION_STATUSES = Object.keys(REGULATION_STATUS_WORDS) as Regulation['status'][];

export const TYPE_WORDS: Readonly<Record<Type, string>> = {
  suppress: 'Suppress',
  suppress_with_delete: 'Suppress and delete',
  delete: 'Delete',
};

export const TYPE_MEANINGS: Readonly<Record<Type, string>> = {
  suppress: 'New events of these users are dropped. What is stored already stays.',
  suppress_with_delete:
    'New events are dropped at all sources, and what the destinations have of them is deleted. That can’t be taken back.',
  delete:
    'What the destinations have of them is deleted; new events go on. That can’t be taken back.',
};

/** Which scope making and canceling one takes. */
export function scopeOf(type: Type): Scope {
  return type === 'suppress' ? 'regulations:suppress' : 'regulations:delete';
}

import { REGULATION_STATUS_WORDS } from '@lethe/contracts/state-words';
import type { Regulation, RegulationType as Type } from '../../api/regulations.js';
import type { Scope } from '../../api/session.js';
import { TEXTS } from './texts.js';

export const REGULATION_TYPES = ['suppress', 'suppress_with_delete', 'delete'] as const;
export const REGULATION_STATUSES = Object.keys(REGULATION_STATUS_WORDS) as Regulation['status'][];

export const TYPE_WORDS: Readonly<Record<Type, string>> = TEXTS.types;
export const TYPE_MEANINGS: Readonly<Record<Type, string>> = TEXTS.typeMeanings;

/** Returns the scope that creates and cancels regulations of a type. */
export function scopeOf(type: Type): Scope {
  return type === 'suppress' ? 'regulations:suppress' : 'regulations:delete';
}

import type { RegulationType } from '@lethe/contracts';

const CANCEL = 'A regulation that was canceled does not become active again.';
const DROPPED =
  'Events that are dropped while a user is suppressed are lost; a cancel lets later ones through only.';
const DELETED =
  'What a destination has deleted stays deleted; a cancel withdraws users only from what has not begun.';

/** @returns sentences: what can't be taken back of a regulation of this type */
export function irreversible(type: RegulationType): readonly string[] {
  if (type === 'suppress') return [DROPPED, CANCEL];
  return type === 'delete' ? [DELETED, CANCEL] : [DELETED, DROPPED, CANCEL];
}

import type { RegulationType } from '@lethe/contracts';

const CANCEL = 'A canceled regulation cannot become active again.';
const DROPPED =
  'Events that are dropped while a user is suppressed are lost. After a cancel, only later events pass.';
const DELETED =
  'Data that a destination has deleted stays deleted. A cancel withdraws users only from deletions that have not begun.';

export function irreversible(type: RegulationType): readonly string[] {
  if (type === 'suppress') return [DROPPED, CANCEL];
  return type === 'delete' ? [DELETED, CANCEL] : [DELETED, DROPPED, CANCEL];
}

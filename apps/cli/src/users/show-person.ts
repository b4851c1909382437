import type { PersonDto, SuppressedDto } from '@lethe/api/users';
import { deletionState } from '../deletions/show-deletions.js';
import { formatTable } from '../format-table.js';
import { formatTime } from '../format-time.js';

const DELETION_HEADER = ['DESTINATION', 'STATE', 'FAILURES', 'FINISHED', 'DUE', 'USER', 'REASON'];
const REGULATION_HEADER = ['REGULATION', 'TYPE', 'STATUS', 'CREATED', 'BY', 'USER'];

type Fact = readonly [name: string, value: string | undefined];

/** @returns lines with the suppression of a user, and tables of the deletions and regulations */
export function showPerson(person: PersonDto): string[] {
  const { userId, suppressionKey, otherIds, deletions, regulations } = person;
  const others = otherIds?.userIds.join(' ');
  const facts: readonly Fact[] = [
    ['user', userId],
    ['suppression key', suppressionKey],
    ['other ids', others && `${others} (same suppression key, perhaps other persons)`],
    ...suppressedRows(person.suppressed),
    ['open deletions', `${person.openDeletions}${person.moreDeletions === true ? ' or more' : ''}`],
  ];
  const known = facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const deletionRows = deletions.map((deletion) => [
    deletion.destinationId,
    deletionState(deletion),
    String(deletion.attempts),
    formatTime(deletion.finishedAt),
    formatTime(deletion.dueAt),
    deletion.userId ?? userId,
    deletion.reason ?? '',
  ]);
  const regulationRows = regulations.map((regulation) => [
    regulation.id,
    regulation.regulationType,
    `${regulation.status}${regulation.overdue === true ? ', overdue' : ''}`,
    formatTime(regulation.createdAt),
    regulation.createdBy,
    regulation.attributes.userId,
  ]);
  return [
    ...formatTable(known),
    ...tableOf(DELETION_HEADER, deletionRows, person.moreDeletions === true),
    ...tableOf(REGULATION_HEADER, regulationRows, person.nextCursor !== undefined),
  ];
}

function suppressedRows({ everywhereSince, sources, moreSources }: SuppressedDto): Fact[] {
  const places = [
    ...(everywhereSince === undefined
      ? []
      : [`at all sources since ${formatTime(everywhereSince)}`]),
    ...sources.map(({ sourceId, since }) => `at ${sourceId} since ${formatTime(since)}`),
    ...(moreSources === true ? ['at more sources'] : []),
  ];
  if (places.length === 0) return [['suppressed', 'no']];
  return places.map((place, index) => [index === 0 ? 'suppressed' : '', place]);
}

/** @param isCut true if there are more rows than the answer shows */
function tableOf(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  isCut: boolean,
): string[] {
  if (rows.length === 0) return [];
  return ['', ...formatTable([header, ...rows]), ...(isCut ? ['There are more, older ones.'] : [])];
}

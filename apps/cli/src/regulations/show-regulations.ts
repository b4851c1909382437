import type {
  ListedRegulationDto,
  RegulationDetailDto,
  RegulationDto,
} from '@lethe/api/regulations';
import { REGULATION_STATUSES, REGULATION_TYPES } from '@lethe/contracts';
import { deletionState } from '../deletions/show-deletions.js';
import { formatTable } from '../format-table.js';
import { formatTime } from '../format-time.js';
import { showNotDeleted } from './show-not-deleted.js';
import { showVerifications } from './show-verifications.js';

const HEADER = ['REGULATION', 'TYPE', 'STATUS', 'CREATED', 'USER'];
const OVERDUE = ', overdue';
const ID_LENGTH = 36;
// The widths are fixed, so that the columns of all pages are aligned.
const longest = (names: readonly string[]) => Math.max(...names.map(({ length }) => length));
const WIDTHS = [
  ID_LENGTH,
  longest(REGULATION_TYPES),
  longest(REGULATION_STATUSES) + OVERDUE.length,
];

/** A regulation to show. It has no status in the response to a create request. */
type Shown = RegulationDto & Partial<ListedRegulationDto>;

/** @returns lines of a table; the header is only on the first page */
export function showRegulations(records: readonly Shown[], { isFurther = false } = {}): string[] {
  const lines = formatTable([HEADER, ...records.map(toRow)], WIDTHS);
  const keys = records.flatMap(({ id, suppressionKey }) =>
    suppressionKey === undefined
      ? []
      : [`${id}: events are matched by the suppression key "${suppressionKey}".`],
  );
  const notDeleted = records.flatMap((record) => showNotDeleted(record, `${record.id}: `));
  return [...(isFurther ? lines.slice(1) : lines), ...keys, ...notDeleted];
}

/** @returns lines with all members of a regulation and a table of its deletions */
export function showRegulation({ deletions = [], ...regulation }: RegulationDetailDto): string[] {
  const { userId, ...others } = regulation.attributes;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['regulation', regulation.id],
    ['type', regulation.regulationType],
    ['status', statusOf(regulation)],
    ['received', regulation.receivedAt && formatTime(regulation.receivedAt)],
    ['law', regulation.law],
    ['due', regulation.dueAt && formatTime(regulation.dueAt)],
    ['extended', extended(regulation)],
    ['import', regulation.importId],
    ['user', userId],
    ['suppression key', regulation.suppressionKey],
    ...Object.entries(others).map(([name, value]) => [`  ${name}`, textOf(value)] as const),
    ['sources', regulation.sourceIds?.join(' ')],
    ['destinations', regulation.destinationIds?.join(' ')],
    ['created', `${formatTime(regulation.createdAt)} by ${regulation.createdBy}`],
    ['reason', regulation.reason],
    ['canceled', canceled(regulation)],
    ['cancel reason', regulation.cancelReason],
    ['purged', regulation.identifiersForgottenAt && formatTime(regulation.identifiersForgottenAt)],
  ];
  const known = facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return [
    ...formatTable(known),
    ...(deletions.length === 0 ? [] : ['', ...table(deletions)]),
    ...showVerifications(deletions),
    ...showNotDeleted(regulation),
  ];
}

function table(deletions: NonNullable<RegulationDetailDto['deletions']>): string[] {
  const rows = deletions.map((deletion) => [
    deletion.destinationId,
    deletionState(deletion),
    String(deletion.attempts),
    formatTime(deletion.finishedAt),
    formatTime(deletion.dueAt),
    deletion.exception?.reason ?? deletion.reason ?? '',
  ]);
  return formatTable([['DESTINATION', 'STATE', 'FAILURES', 'FINISHED', 'DUE', 'REASON'], ...rows]);
}

function extended({ extension }: RegulationDetailDto): string | undefined {
  if (extension === undefined) return undefined;
  const { at, createdBy, reason, previousDueAt } = extension;
  return `from ${formatTime(previousDueAt)}, ${formatTime(at)} by ${createdBy}: ${reason}`;
}

function canceled({ canceledAt, canceledBy }: RegulationDetailDto): string | undefined {
  if (canceledAt === null) return undefined;
  return `${formatTime(canceledAt)}${canceledBy === undefined ? '' : ` by ${canceledBy}`}`;
}

function toRow(record: Shown): string[] {
  const { id, regulationType, createdAt, attributes } = record;
  return [id, regulationType, statusOf(record), formatTime(createdAt), attributes.userId];
}

/** Returns the status by its name in the API, so that users can use it in `--status`. */
function statusOf({ status, overdue }: Shown): string {
  if (status === undefined) return '-';
  return overdue === true ? `${status}${OVERDUE}` : status;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

import { REGULATION_TYPES, type RegulationDetail, type RegulationRecord } from '@lethe/contracts';
import { formatTable } from '../format-table.js';
import { formatTime } from '../format-time.js';

const HEADER = ['REGULATION', 'TYPE', 'CANCELED', 'CREATED', 'USER'];
const ID_LENGTH = 36;
/** So that the columns of all pages stand below each other. */
const WIDTHS = [ID_LENGTH, Math.max(...REGULATION_TYPES.map(({ length }) => length))];

/** @returns lines of a table; without its header for a further page */
export function showRegulations(
  records: readonly RegulationRecord[],
  { isFurther = false } = {},
): string[] {
  const lines = formatTable([HEADER, ...records.map(toRow)], WIDTHS);
  return isFurther ? lines.slice(1) : lines;
}

/** @returns lines of all that is known of one, with a table of its deletions */
export function showRegulation({ deletions = [], ...regulation }: RegulationDetail): string[] {
  const { userId, ...others } = regulation.attributes;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['regulation', regulation.id],
    ['type', regulation.regulationType],
    ['status', regulation.status],
    ['user', userId],
    ...Object.entries(others).map(([name, value]) => [`  ${name}`, textOf(value)] as const),
    ['sources', regulation.sourceIds?.join(' ')],
    ['destinations', regulation.destinationIds?.join(' ')],
    ['created', `${formatTime(regulation.createdAt)} by ${regulation.createdBy}`],
    ['reason', regulation.reason],
    ['canceled', canceled(regulation)],
    ['cancel reason', regulation.cancelReason],
    [
      'forgotten',
      regulation.identifiersForgottenAt && formatTime(regulation.identifiersForgottenAt),
    ],
  ];
  const known = facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return [...formatTable(known), ...(deletions.length === 0 ? [] : ['', ...table(deletions)])];
}

function table(deletions: NonNullable<RegulationDetail['deletions']>): string[] {
  const rows = deletions.map(({ destinationId, status, attempts, finishedAt, dueAt, ...more }) => [
    destinationId,
    more.held === true ? `${status}, held` : status,
    String(attempts),
    formatTime(finishedAt),
    formatTime(dueAt),
    more.reason ?? '',
  ]);
  return formatTable([['DESTINATION', 'STATE', 'FAILED', 'FINISHED', 'DUE', 'REASON'], ...rows]);
}

function canceled({ canceledAt, canceledBy }: RegulationDetail): string | undefined {
  if (canceledAt === null) return undefined;
  return `${formatTime(canceledAt)}${canceledBy === undefined ? '' : ` by ${canceledBy}`}`;
}

function toRow({
  id,
  regulationType,
  canceled,
  createdAt,
  attributes,
}: RegulationRecord): string[] {
  return [id, regulationType, canceled ? 'yes' : 'no', formatTime(createdAt), attributes.userId];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

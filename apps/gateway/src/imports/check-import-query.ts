import {
  DetailsCollector,
  ID_PATTERN,
  ID_PROBLEM,
  IMPORT_HEADERS,
  IMPORT_LIMITS,
  LetheError,
  SUSPICIOUS_ROWS,
  type ImportColumn,
  type ImportFormat,
  type ImportRequest,
  type RequestLimits,
} from '@lethe/contracts';
import { indexOfPosition, looksLikeData } from '@lethe/contracts/user-files';
import { parseQuery, type Query } from '../http/request/query-string.js';
import { reportUnknownNames } from '@lethe/api/definition';
import { checkRegulationRequest } from '../regulations/check-regulation-request.js';
import type { WantedRefusals } from './send-refusals.js';

const PARAMETERS = [
  'id',
  'regulationType',
  'sourceIds',
  'destinationIds',
  'reason',
  'columns',
  'delimiter',
  'header',
  'suspicious',
  'dry_run',
  'format', // read with the type of the body: see readFormat
] as const;

/** So that the other members of a create can be checked by the same rules. */
const SOMEBODY = [{ userId: 'somebody' }];

/**
 * Checks the query of `POST /v2/imports`.
 *
 * @param formatOf reads the format of the file: columns of CSV have positions
 * @throws LetheError `invalid_request` naming each parameter
 */
export async function checkImportQuery(
  target: string,
  limits: RequestLimits,
  formatOf: () => ImportFormat,
): Promise<Omit<ImportRequest, 'totalBytes'>> {
  const query = parseQuery(target);
  const problems = new DetailsCollector();
  reportUnknownNames(query, PARAMETERS, 'query parameter', problems);
  problems.throwIfAny();
  const format = formatOf();
  const one = (name: (typeof PARAMETERS)[number]): string | undefined => {
    const value = query[name];
    if (value === undefined || typeof value === 'string') return value;
    problems.add(name, 'must be given once');
    return undefined;
  };
  const id = one('id');
  if (id !== undefined && !ID_PATTERN.test(id)) problems.add('id', ID_PROBLEM);
  const dryRun = one('dry_run');
  if (dryRun !== undefined && dryRun !== 'true' && dryRun !== 'false') {
    problems.add('dry_run', 'must be true or false, given once');
  }
  const delimiter = readDelimiter(one('delimiter'), problems);
  const columns = readColumns(one('columns'), format, problems);
  const header = oneOf('header', one('header'), IMPORT_HEADERS, problems);
  const suspicious = oneOf('suspicious', one('suspicious'), SUSPICIOUS_ROWS, problems);
  if (format === 'ndjson' && header !== undefined) {
    problems.add('header', 'is for CSV: NDJSON has no header');
  }
  if (header === 'absent' && !columns?.every(isPosition)) {
    problems.add('columns', HEADER_ABSENT);
  }
  const body = {
    ...optional('regulationType', one('regulationType')),
    ...optional('sourceIds', readIds(one('sourceIds'))),
    ...optional('destinationIds', readIds(one('destinationIds'))),
    ...optional('reason', one('reason')),
    users: SOMEBODY,
  };
  problems.throwIfAny();
  const { regulationType, sourceIds, destinationIds, reason } = await checkRegulationRequest(
    body,
    limits,
  );
  return {
    ...{ regulationType, format },
    ...optional('sourceIds', sourceIds),
    ...optional('destinationIds', destinationIds),
    ...optional('reason', reason),
    ...optional('id', id),
    ...optional('columns', columns),
    ...optional('delimiter', delimiter),
    ...optional('header', header),
    ...optional('suspicious', suspicious),
    dryRun: dryRun === 'true',
  };
}

const LIMIT = /^[1-9]\d{0,3}$/;
const LINE = /^\d{1,9}$/;
const MAX_CURSOR_LENGTH = 512;

/**
 * Checks the query of `GET /v2/imports`.
 *
 * @throws LetheError `invalid_request`, `invalid_cursor`
 */
export function checkImportsQuery(query: Query): {
  readonly limit: number;
  readonly afterCursor?: string;
} {
  const problems = new DetailsCollector();
  reportUnknownNames(query, ['limit', 'after_cursor'], 'query parameter', problems);
  const { limit = String(IMPORT_LIMITS.page), after_cursor: afterCursor } = query;
  const count = readLimit(limit, IMPORT_LIMITS.page, problems);
  problems.throwIfAny();
  if (afterCursor === undefined) return { limit: count };
  if (
    typeof afterCursor !== 'string' ||
    afterCursor === '' ||
    afterCursor.length > MAX_CURSOR_LENGTH
  )
    throw new LetheError('invalid_cursor', { details: { after_cursor: 'is not a cursor' } });
  return { limit: count, afterCursor };
}

/**
 * Checks the query of `GET /v2/imports/{id}/refusals`.
 *
 * @throws LetheError `invalid_request`
 */
export function checkRefusalsQuery(query: Query): WantedRefusals {
  const problems = new DetailsCollector();
  reportUnknownNames(query, ['limit', 'after_line'], 'query parameter', problems);
  const { limit, after_line: line } = query;
  const count =
    limit === undefined ? undefined : readLimit(limit, IMPORT_LIMITS.refusalsPage, problems);
  if (line !== undefined && !(typeof line === 'string' && LINE.test(line))) {
    problems.add('after_line', 'must be the number of a line, given once');
  }
  problems.throwIfAny();
  return {
    ...optional('limit', count),
    ...optional('afterLine', line === undefined ? undefined : Number(line)),
  };
}

function readLimit(limit: Query[string], most: number, problems: DetailsCollector): number {
  const count = typeof limit === 'string' && LIMIT.test(limit) ? Number(limit) : 0;
  if (count < 1 || count > most) {
    problems.add('limit', `must be a whole number from 1 to ${most}`);
  }
  return count;
}

function readIds(text: string | undefined): string[] | undefined {
  return text?.split(',').map((id) => id.trim());
}

function readDelimiter(text: string | undefined, problems: DetailsCollector): string | undefined {
  const delimiter = text === 'tab' ? '\t' : text;
  if (delimiter !== undefined && (delimiter.length !== 1 || /["\r\n]/.test(delimiter))) {
    problems.add('delimiter', 'must be one character, or "tab"');
  }
  return delimiter;
}

/** `user_id=userId,email`: a column, and the identifier that it is where its name is another. */
function readColumns(
  text: string | undefined,
  format: ImportFormat,
  problems: DetailsCollector,
): ImportColumn[] | undefined {
  const columns = text?.split(',').map((part) => {
    const [column = '', identifier = column] = part.split('=').map((name) => name.trim());
    return { column, identifier };
  });
  if (columns === undefined) return undefined;
  const longest = Math.max(...columns.flatMap((c) => [c.column.length, c.identifier.length]));
  if (columns.some(({ column, identifier }) => column === '' || identifier === '')) {
    problems.add('columns', 'must be column=identifier, separated by commas');
  } else if (columns.length > IMPORT_LIMITS.columns || longest > IMPORT_LIMITS.columnLength) {
    problems.add(
      'columns',
      `must not hold more than ${IMPORT_LIMITS.columns} columns, of up to ${IMPORT_LIMITS.columnLength} characters`,
    );
  } else if (columns.every(({ identifier }) => identifier !== 'userId')) {
    problems.add('columns', 'must say which column is the userId: column=userId');
  } else if (format === 'csv' && columns.some(isDataLike)) {
    problems.add('columns', DATA_LIKE);
  }
  return columns;
}

const HEADER_ABSENT =
  'must name each column by its position where the file has no header, such as columns=1=userId,2=email';
/** The name is not repeated: it may be an address. */
const DATA_LIKE =
  'names a column by what looks like an address, a number or an id. A file without a header begins with a person: name the columns by position, such as columns=1=userId, with header=absent for a file without a header or header=present for one with it';

function isPosition({ column }: ImportColumn): boolean {
  return indexOfPosition(column) !== undefined;
}

function isDataLike(choice: ImportColumn): boolean {
  return !isPosition(choice) && looksLikeData(choice.column);
}

function oneOf<T extends string>(
  name: string,
  value: string | undefined,
  values: readonly T[],
  problems: DetailsCollector,
): T | undefined {
  const found = values.find((one) => one === value);
  if (value !== undefined && found === undefined) {
    problems.add(name, `must be ${values.join(' or ')}`);
  }
  return found;
}

function optional<K extends string, V>(name: K, value: V | undefined): Partial<Record<K, V>> {
  return (value === undefined ? {} : { [name]: value }) as Partial<Record<K, V>>;
}

import {
  IMPORT_FORMATS,
  IMPORT_HEADERS,
  IMPORT_LIMITS,
  SUSPICIOUS_ROWS,
  textProblem,
  type ImportFormat,
  type ImportHeader,
  type Law,
  type RegulationType,
  type SuspiciousRows,
} from '@lethe/contracts';
import {
  catalogId,
  count,
  flagOnce,
  Member,
  oneOf,
  reason,
  Together,
  type Kind,
} from '../definition/index.js';
import {
  checkTargets,
  DeletionOrderDto,
  destinationIds,
  regulationType,
  sourceIds,
} from '../regulations/targets.js';
import { LAW, RECEIVED_AT } from '../regulations/demand.kinds.js';
import {
  column,
  columns,
  demandColumnProblem,
  positionsProblem,
  type ImportColumn,
} from './columns.js';

/** Returns a `Kind` that reads the list from comma-separated text in a query. */
const inQuery = (list: Kind): Kind => ({
  ...list,
  schema: { type: 'string' },
  fromText: (text) => text.split(',').map((id) => id.trim()),
});

/** Returns the name or the position of a column. Of an invalid value, returns the value. */
const nameOf = (column: unknown) => (typeof column === 'string' ? column.trim() : column);

const delimiter: Kind = {
  schema: { type: 'string' },
  fromText: (text) => (text === 'tab' ? '\t' : text),
  check: (value, report) => {
    const isOne = typeof value === 'string' && value.length === 1 && !/["\r\n]/.test(value);
    if (!isOne || textProblem(value) !== undefined) report('must be one character, or "tab"');
  },
};

/** Query of `POST /v2/imports`. */
@Together<CreateImportDto>((given, problems, settings) => {
  checkTargets(given, problems, settings);
  const problem = given.header === 'absent' ? positionsProblem(given.columns) : undefined;
  if (problem !== undefined) problems.add('columns', problem);
  for (const [name, value] of [
    ['received_at_column', given.receivedAtColumn],
    ['law_column', given.lawColumn],
  ] as const) {
    const problemOfColumn = demandColumnProblem(value, given);
    if (problemOfColumn !== undefined) problems.add(name, problemOfColumn);
  }
  const { receivedAtColumn, lawColumn } = given;
  if (lawColumn !== undefined && nameOf(lawColumn) === nameOf(receivedAtColumn)) {
    problems.add('law_column', 'must be another column than received_at_column');
  }
})
export class CreateImportDto {
  @Member({
    is: catalogId,
    optional: true,
    description:
      'Your own id. With it, a repeated request gets a 409, and you can continue an upload. Lethe generates one when it is absent.',
  })
  id?: string;

  @Member({ is: regulationType, named: 'regulationType' })
  regulationType!: RegulationType;

  @Member({
    is: inQuery(sourceIds),
    named: 'sourceIds',
    optional: true,
    description: 'Ids of sources, separated by commas. Absent: all sources.',
  })
  sourceIds?: readonly string[];

  @Member({
    is: inQuery(destinationIds),
    named: 'destinationIds',
    optional: true,
    description:
      'Ids of destinations, separated by commas. `*` alone stands for all destinations of the workspace that can delete when Lethe processes the rows. A row is refused if none of them can identify its user.',
  })
  destinationIds?: readonly string[];

  @Member({ is: { ...reason, schema: { type: 'string', pattern: '\\S' } }, optional: true })
  reason?: string;

  @Member({
    ...RECEIVED_AT,
    description: `${RECEIVED_AT.description} Applies to all rows without a value in \`received_at_column\`.`,
  })
  receivedAt?: string;

  @Member({
    ...LAW,
    description: `${LAW.description} Applies to all rows without a value in \`law_column\`.`,
  })
  law?: Law;

  @Member({
    is: column,
    optional: true,
    example: 'asked_on',
    description:
      'Column of CSV (name or position) or member of NDJSON with the time at which the person of the row asked. It is not stored as an identifier. Without this parameter, a column `receivedAt` is an identifier like any other.',
  })
  receivedAtColumn?: string;

  @Member({
    is: column,
    optional: true,
    example: 'law',
    description:
      'Column of CSV (name or position) or member of NDJSON with the law of the row. It is not stored as an identifier.',
  })
  lawColumn?: string;

  @Member({
    is: columns,
    optional: true,
    description:
      'Columns of CSV or members of NDJSON to import, separated by commas: `column=identifier`, or `column` when both names are equal. A number is the position of a CSV column, from 1: `1=userId,2=email`. Absent: all columns.',
  })
  columns?: readonly ImportColumn[];

  @Member({
    is: delimiter,
    optional: true,
    default: ',',
    description:
      'Delimiter of CSV fields: one character, or `tab`. If the file has a first line such as `sep=;`, leave this parameter out.',
  })
  delimiter?: string;

  @Member({
    is: oneOf(IMPORT_HEADERS),
    optional: true,
    description:
      'Whether the first line of CSV has column names. With `absent`, `columns` must name columns by position. Without this parameter, the import fails if the first line looks like data.',
  })
  header?: ImportHeader;

  @Member({
    is: oneOf(SUSPICIOUS_ROWS),
    optional: true,
    default: 'refuse',
    description:
      '`accept` imports rows with suspicious ids, such as `null`, `#N/A` or `9.0E+15`. Real user ids do not look like this.',
  })
  suspicious?: SuspiciousRows;

  /** Absent if the content type of the body determines the format. */
  @Member({
    is: {
      ...oneOf(IMPORT_FORMATS),
      schema: { type: 'string', enum: IMPORT_FORMATS, default: 'csv' },
    },
    optional: true,
    description:
      'Format of a body that is sent as `application/octet-stream`. Other content types already name the format.',
  })
  format?: ImportFormat;

  @Member({
    is: flagOnce,
    optional: true,
    description: 'True: Lethe checks all rows and creates nothing.',
  })
  dryRun?: boolean;
}

/**
 * Members that the gateway adds: `format` and `totalBytes` describe the upload. The members of
 * `DeletionOrderDto` come from its check of destinations.
 */
export class CreateImportFromDto extends DeletionOrderDto {
  @Member({ is: oneOf(IMPORT_FORMATS) })
  format!: ImportFormat;

  /** Size of the file in bytes, if the caller sent it. */
  @Member({ is: count({ least: 0, most: IMPORT_LIMITS.bytes }), optional: true })
  totalBytes?: number;
}

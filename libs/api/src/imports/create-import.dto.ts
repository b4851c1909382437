import {
  IMPORT_FORMATS,
  IMPORT_HEADERS,
  IMPORT_LIMITS,
  SUSPICIOUS_ROWS,
  textProblem,
  type ImportFormat,
  type ImportHeader,
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
import { columns, positionsProblem, type ImportColumn } from './columns.js';

/** A list that is separated by commas in a query. */
const inQuery = (list: Kind): Kind => ({
  ...list,
  schema: { type: 'string' },
  fromText: (text) => text.split(',').map((id) => id.trim()),
});

const delimiter: Kind = {
  schema: { type: 'string' },
  fromText: (text) => (text === 'tab' ? '\t' : text),
  check: (value, report) => {
    const isOne = typeof value === 'string' && value.length === 1 && !/["\r\n]/.test(value);
    if (!isOne || textProblem(value) !== undefined) report('must be one character, or "tab"');
  },
};

/** Query of `POST /v2/imports`: what is to be made of the file. */
@Together<CreateImportDto>((given, problems, settings) => {
  checkTargets(given, problems, settings);
  const problem = given.header === 'absent' ? positionsProblem(given.columns) : undefined;
  if (problem !== undefined) problems.add('columns', problem);
})
export class CreateImportDto {
  @Member({
    is: catalogId,
    optional: true,
    description:
      'Of your own, so that a repeat is a 409 and an upload can be gone on with; made when absent.',
  })
  id?: string;

  @Member({ is: regulationType, named: 'regulationType' })
  regulationType!: RegulationType;

  @Member({
    is: inQuery(sourceIds),
    named: 'sourceIds',
    optional: true,
    description: 'Separated by commas; all when absent.',
  })
  sourceIds?: readonly string[];

  @Member({
    is: inQuery(destinationIds),
    named: 'destinationIds',
    optional: true,
    description: 'Separated by commas.',
  })
  destinationIds?: readonly string[];

  @Member({ is: { ...reason, schema: { type: 'string', pattern: '\\S' } }, optional: true })
  reason?: string;

  @Member({
    is: columns,
    optional: true,
    description:
      'Only these columns of CSV or members of NDJSON: `column=identifier`, or `column` where the names are the same, separated by commas. A number names a column of CSV by its position, from 1 on: `1=userId,2=email`. All when absent.',
  })
  columns?: readonly ImportColumn[];

  @Member({
    is: delimiter,
    optional: true,
    default: ',',
    description:
      'Between fields of CSV: a character, or `tab`. A first line such as `sep=;` names it in the file.',
  })
  delimiter?: string;

  @Member({
    is: oneOf(IMPORT_HEADERS),
    optional: true,
    description:
      'Whether the first line of CSV names the columns. `absent` takes `columns` by position. Without it, a first line that looks like data fails the import.',
  })
  header?: ImportHeader;

  @Member({
    is: oneOf(SUSPICIOUS_ROWS),
    optional: true,
    default: 'refuse',
    description:
      '`accept` takes rows with ids that no system issues, such as `null`, `#N/A` or `9.0E+15`.',
  })
  suspicious?: SuspiciousRows;

  /** Absent where the type of the body says it. */
  @Member({
    is: {
      ...oneOf(IMPORT_FORMATS),
      schema: { type: 'string', enum: IMPORT_FORMATS, default: 'csv' },
    },
    optional: true,
    description:
      'Of a body that is sent as `application/octet-stream`; the other types say it themselves.',
  })
  format?: ImportFormat;

  @Member({
    is: flagOnce,
    optional: true,
    description: 'True: all rows are checked, and nothing is made.',
  })
  dryRun?: boolean;
}

/** What the gateway adds: what the headers say of the file, and what it knows of the destinations. */
export class CreateImportFromDto extends DeletionOrderDto {
  @Member({ is: oneOf(IMPORT_FORMATS) })
  format!: ImportFormat;

  /** Of the file, where it is known. */
  @Member({ is: count({ least: 0, most: IMPORT_LIMITS.bytes }), optional: true })
  totalBytes?: number;
}

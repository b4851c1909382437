import { parseCsv } from './csv.js';

export type FileFormat = 'csv' | 'ndjson';
export type Delimiter = ',' | ';' | '\t' | '|';

/** Objects of NDJSON that are looked at for their members. */
const MOST_OBJECTS = 50;
const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];
const IDENTIFIER = /^[A-Za-z0-9_.$-]{1,64}$/;
/** As the API knows them. */
const ALIASES: Readonly<Record<string, string>> = {
  ...{ userid: 'userId', id: 'userId', email: 'email', emailaddress: 'email', mail: 'email' },
  ...{ phone: 'phone', phonenumber: 'phone' },
};

/** A column of a file, and the identifier that it is; `undefined` when it is left out. */
export interface ColumnChoice {
  readonly column: string;
  readonly identifier: string | undefined;
}

export function formatOf(fileName: string): FileFormat {
  return /\.(?:ndjson|jsonl|json)$/i.test(fileName) ? 'ndjson' : 'csv';
}

/** The one that is most often in the first line. */
export function guessDelimiter(head: string): Delimiter {
  const [line = ''] = head.split(/[\r\n]/, 1);
  const counts = DELIMITERS.map((one) => [one, line.split(one).length] as const);
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** Names of the columns by the beginning of a file. */
export function columnsOf(head: string, format: FileFormat, delimiter: Delimiter): string[] {
  if (format === 'csv') return (parseCsv(head, delimiter, 1)[0] ?? []).map((name) => name.trim());
  const names = new Set<string>();
  for (const line of head.split(/\r\n|\n|\r/).slice(0, MOST_OBJECTS)) {
    try {
      for (const name of Object.keys(JSON.parse(line) as object)) names.add(name);
    } catch {
      // The last line may be cut off; what is wrong with another is said by the import.
    }
  }
  return [...names];
}

/** What each column probably is. What nothing is known of is left out: only what destinations need is to be kept. */
export function guessChoices(columns: readonly string[]): ColumnChoice[] {
  const taken = new Set<string>();
  return columns.map((column) => {
    const identifier = ALIASES[column.toLowerCase().replace(/[\s_-]/g, '')];
    if (identifier === undefined || taken.has(identifier) || !canBeNamed(column)) {
      return { column, identifier: undefined };
    }
    taken.add(identifier);
    return { column, identifier };
  });
}

/** Whether the API's parameter `columns` can name it. */
export function canBeNamed(column: string): boolean {
  return column !== '' && !/[,=]/.test(column);
}

export function isIdentifierName(name: string): boolean {
  return IDENTIFIER.test(name);
}

export function columnsParameter(choices: readonly ColumnChoice[]): string {
  return choices
    .flatMap(({ column, identifier }) =>
      identifier === undefined ? [] : [column === identifier ? column : `${column}=${identifier}`],
    )
    .join(',');
}

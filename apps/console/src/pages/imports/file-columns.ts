import { asObject, jsonOf } from '@lethe/contracts/json';
import {
  areRefusals,
  decodeUtf8,
  delimiterOfRefusals,
  DELIMITERS,
  foreignFile,
  guessDelimiter,
  isEmptyRow,
  isRefusedNdjson,
  readCsvText,
  separatorLine,
  shapeOfFile,
} from '@lethe/contracts/user-files';
import { identifierOf } from '../../lib/identifier-name.js';

export type FileFormat = 'csv' | 'ndjson';
type Delimiter = (typeof DELIMITERS)[number];
export type Header = 'present' | 'absent';

/** Objects of NDJSON that are looked at for their members. */
const MOST_OBJECTS = 50;
/** Empty rows before the first one. */
const MOST_EMPTY = 50;

/** A column of a file, and the identifier that it is; `undefined` when it is left out. */
export interface ColumnChoice {
  /** Its name; empty where it has none. */
  readonly column: string;
  readonly identifier: string | undefined;
}

/** The beginning of a file, as an import would read it. */
export interface FileHead {
  readonly format: FileFormat;
  /** Sentences: why it cannot be imported. */
  readonly problem?: string;
  readonly delimiter: Delimiter;
  /** The file names its delimiter itself. */
  readonly namesDelimiter: boolean;
  /** Undefined where no name in the first line is known: then the person has to say whether it has names. */
  readonly header: Header | undefined;
  readonly columns: readonly string[];
  /** The first row of a file without a header, to recognise its columns by. */
  readonly samples: readonly string[];
  /** Refused rows of NDJSON, whose columns are those of the lines. */
  readonly isRefusedNdjson: boolean;
}

/** What a person chose; the rest is guessed. */
export interface HeadChoice {
  readonly delimiter?: Delimiter;
  readonly header?: Header;
}

/** A file and how its columns are read. */
export interface ChosenFile {
  readonly file: File;
  readonly bytes: Uint8Array;
  readonly choice: HeadChoice;
  readonly head: FileHead;
  readonly columns: readonly ColumnChoice[];
}

/** @returns whether an import of the file can begin */
export function isComplete({ head, columns }: ChosenFile): boolean {
  if (head.problem !== undefined || head.header === undefined) return false;
  return head.isRefusedNdjson || columns.some(({ identifier }) => identifier === 'userId');
}

export function readHead(fileName: string, bytes: Uint8Array, choice: HeadChoice = {}): FileHead {
  const format = /\.(?:ndjson|jsonl|json)$/i.test(fileName) ? 'ndjson' : 'csv';
  const problem = foreignFile(bytes);
  const head = { format, delimiter: ',', namesDelimiter: false, header: 'present' } as const;
  const none = { ...head, columns: [], samples: [], isRefusedNdjson: false };
  if (problem !== undefined) return { ...none, problem };
  const text = decodeUtf8(bytes, 0, bytes.length);
  if (format === 'ndjson') return { ...none, columns: membersOf(text) };
  const named =
    namedDelimiter(bytes) ?? DELIMITERS.find((one) => one === delimiterOfRefusals(text));
  const delimiter = named ?? choice.delimiter ?? guessed(text);
  const first = readCsvText(text, delimiter, MOST_EMPTY).find(({ fields }) => !isEmptyRow(fields));
  const of = { ...none, delimiter, namesDelimiter: named !== undefined };
  try {
    const fields = first?.fields ?? [];
    if (fields.length === 0) return { ...of, problem: 'The file has no rows.' };
    const chosen = areRefusals(fields) ? 'present' : choice.header;
    const shape = shapeOfFile(fields, chosen !== 'absent');
    const isNamed = shape.added.length > 0 || shape.names.some(isKnown);
    return {
      ...{ ...of, columns: shape.names, isRefusedNdjson: isRefusedNdjson(shape) },
      samples: chosen === 'absent' ? fields : [],
      header: chosen ?? (isNamed ? 'present' : undefined),
    };
  } catch (error) {
    return { ...of, problem: error instanceof Error ? error.message : 'It cannot be read.' };
  }
}

function namedDelimiter(bytes: Uint8Array): Delimiter | undefined {
  const line = separatorLine({ bytes, isBeginning: true, isEnd: true });
  return DELIMITERS.find((one) => one === line?.delimiter);
}

function guessed(text: string): Delimiter {
  return DELIMITERS.find((one) => one === guessDelimiter(text)) ?? ',';
}

/** The last line may be cut off, and what is wrong with another is said by the import. */
function membersOf(text: string): string[] {
  const names = new Set<string>();
  for (const line of text.split(/\r\n|\n|\r/).slice(0, MOST_OBJECTS)) {
    for (const name of Object.keys(asObject(jsonOf(line)))) names.add(name);
  }
  return [...names];
}

/** Whether a first row with this cell is a header. Without such a cell it may be a person, whom nothing would suppress. */
function isKnown(name: string): boolean {
  return identifierOf(name) !== undefined;
}

/** What each column probably is. Columns with other names are left out: only what destinations need is to be kept. */
export function guessChoices({
  columns,
  header,
}: Pick<FileHead, 'columns' | 'header'>): ColumnChoice[] {
  const taken = new Set<string>();
  return columns.map((column, index) => {
    const only = header === 'absent' && index === 0 && columns.length === 1;
    const known = identifierOf(column);
    const identifier = only ? 'userId' : known;
    if (identifier === undefined || taken.has(identifier)) return { column, identifier: undefined };
    taken.add(identifier);
    return { column, identifier };
  });
}

/** Whether the API's parameter `columns` can name a member of NDJSON. Columns of CSV are named by their positions. */
export function canBeNamed(column: string): boolean {
  return column !== '' && !/[,=]/.test(column);
}

/** The API's parameter `columns`: by position in CSV, as the name of a column may be an address where a file has no header. */
export function columnsParameter(choices: readonly ColumnChoice[], format: FileFormat): string {
  return choices
    .flatMap(({ column, identifier }, index) => {
      if (identifier === undefined) return [];
      if (format === 'csv') return [`${index + 1}=${identifier}`];
      return [column === identifier ? column : `${column}=${identifier}`];
    })
    .join(',');
}

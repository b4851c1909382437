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
import { TEXTS } from './texts.js';

const { fileColumns: texts } = TEXTS;

export type FileFormat = 'csv' | 'ndjson';
type Delimiter = (typeof DELIMITERS)[number];
export type Header = 'present' | 'absent';

/** Maximum number of NDJSON lines that are searched for member names. */
const MOST_OBJECTS = 50;
/** Maximum number of empty rows before the first row with content. */
const MOST_EMPTY = 50;

/** A column and its identifier. The identifier `undefined` excludes the column. */
export interface ColumnChoice {
  /** Name of the column; empty if it has none. */
  readonly column: string;
  readonly identifier: string | undefined;
}

/** The beginning of a file, parsed in the same way as an import parses it. */
export interface FileHead {
  readonly format: FileFormat;
  /** Reason why the file cannot be imported. */
  readonly problem?: string;
  readonly delimiter: Delimiter;
  readonly namesDelimiter: boolean;
  /** Undefined if no cell of the first line is a known column name. The user must then choose. */
  readonly header: Header | undefined;
  readonly columns: readonly string[];
  /** First row of a file without a header, so that the user can recognise the columns. */
  readonly samples: readonly string[];
  /**
   * True if the file lists the refused rows of an NDJSON import. Lethe imports them as NDJSON, so
   * the user does not choose columns.
   */
  readonly isRefusedNdjson: boolean;
}

/** Choices of the user. The page guesses missing choices. */
export interface HeadChoice {
  readonly delimiter?: Delimiter;
  readonly header?: Header;
}

export interface ChosenFile {
  readonly file: File;
  readonly bytes: Uint8Array;
  readonly choice: HeadChoice;
  readonly head: FileHead;
  readonly columns: readonly ColumnChoice[];
}

/** @returns true if the file can be imported */
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
  const common = { ...none, delimiter, namesDelimiter: named !== undefined };
  try {
    const fields = first?.fields ?? [];
    if (fields.length === 0) return { ...common, problem: texts.noRows };
    const chosen = areRefusals(fields) ? 'present' : choice.header;
    const shape = shapeOfFile(fields, chosen !== 'absent');
    const isNamed = shape.added.length > 0 || shape.names.some(isKnown);
    return {
      ...{ ...common, columns: shape.names, isRefusedNdjson: isRefusedNdjson(shape) },
      samples: chosen === 'absent' ? fields : [],
      header: chosen ?? (isNamed ? 'present' : undefined),
    };
  } catch (error) {
    return { ...common, problem: error instanceof Error ? error.message : texts.unreadable };
  }
}

function namedDelimiter(bytes: Uint8Array): Delimiter | undefined {
  const line = separatorLine({ bytes, isBeginning: true, isEnd: true });
  return DELIMITERS.find((one) => one === line?.delimiter);
}

function guessed(text: string): Delimiter {
  return DELIMITERS.find((one) => one === guessDelimiter(text)) ?? ',';
}

/**
 * Returns the member names of the objects in the first lines. Ignores invalid lines, because the
 * last line can be incomplete. The import reports other invalid lines.
 */
function membersOf(text: string): string[] {
  const names = new Set<string>();
  for (const line of text.split(/\r\n|\n|\r/).slice(0, MOST_OBJECTS)) {
    for (const name of Object.keys(asObject(jsonOf(line)))) names.add(name);
  }
  return [...names];
}

/**
 * Returns true if a cell of the first row is a known column name. If no cell is a known name, the
 * first row can be a user. If the import treated this row as a header, it would omit the user.
 */
function isKnown(name: string): boolean {
  return identifierOf(name) !== undefined;
}

/**
 * Guesses the identifier of each column. Excludes columns with unknown names, so that Lethe stores
 * only data that destinations need.
 */
export function guessChoices({
  columns,
  header,
}: Pick<FileHead, 'columns' | 'header'>): ColumnChoice[] {
  const taken = new Set<string>();
  return columns.map((column, index) => {
    const isOnlyColumn = header === 'absent' && index === 0 && columns.length === 1;
    const known = identifierOf(column);
    const identifier = isOnlyColumn ? 'userId' : known;
    if (identifier === undefined || taken.has(identifier)) return { column, identifier: undefined };
    taken.add(identifier);
    return { column, identifier };
  });
}

/**
 * Returns true if the API parameter `columns` can contain the name of an NDJSON member. For CSV,
 * the parameter contains positions instead of names.
 */
export function canBeNamed(column: string): boolean {
  return column !== '' && !/[,=]/.test(column);
}

/**
 * Returns the API parameter `columns`. For CSV, it contains positions and no names, because the
 * first row of a file without a header is personal data.
 */
export function columnsParameter(choices: readonly ColumnChoice[], format: FileFormat): string {
  return choices
    .flatMap(({ column, identifier }, index) => {
      if (identifier === undefined) return [];
      if (format === 'csv') return [`${index + 1}=${identifier}`];
      return [column === identifier ? column : `${column}=${identifier}`];
    })
    .join(',');
}

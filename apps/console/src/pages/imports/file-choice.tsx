import {
  guessChoices,
  readHead,
  type ColumnChoice,
  type FileHead,
  type HeadChoice,
} from './file-columns.js';
import { formatBytes } from './format-bytes.js';
import { Select, shared } from '../../ui/index.js';
import { ColumnChoices } from './column-choices.js';
import { FileDrop } from './file-drop.js';
import styles from './imports.module.css';

/** Of a file, enough for the names of its columns. */
const HEAD_BYTES = 64 * 1024;
const UNKNOWN = '';

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

/** A file, what is between its fields, whether its first line names the columns, and which column is which identifier. */
export function FileChoice({
  chosen,
  onChange,
}: {
  readonly chosen: ChosenFile | undefined;
  readonly onChange: (chosen: ChosenFile) => void;
}) {
  const look = (file: File, bytes: Uint8Array, choice: HeadChoice) => {
    const head = readHead(file.name, bytes, choice);
    onChange({ file, bytes, choice, head, columns: guessChoices(head) });
  };
  const choose = async (file: File) => {
    look(file, new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()), {});
  };
  return (
    <div className={styles.part}>
      {chosen !== undefined && (
        <div className={styles.file}>
          <span>
            {chosen.file.name}, {formatBytes(chosen.file.size)}
          </span>
          <HowItIsRead
            head={chosen.head}
            onChange={(choice) => look(chosen.file, chosen.bytes, { ...chosen.choice, ...choice })}
          />
        </div>
      )}
      <FileDrop
        label={
          chosen === undefined
            ? 'Drop a CSV or NDJSON file here, or choose one. UTF-8, up to 100 MB.'
            : 'Choose another file'
        }
        onFile={(file) => void choose(file)}
      />
      {chosen !== undefined && <Columns chosen={chosen} onChange={onChange} />}
    </div>
  );
}

function HowItIsRead({
  head,
  onChange,
}: {
  readonly head: FileHead;
  readonly onChange: (choice: HeadChoice) => void;
}) {
  if (head.format !== 'csv' || head.problem !== undefined) return null;
  return (
    <>
      <Select
        label="First line"
        hideLabel
        size="s"
        value={head.header ?? UNKNOWN}
        onChange={(next) => {
          if (next !== UNKNOWN) onChange({ header: next });
        }}
        options={[
          ...(head.header === undefined
            ? [{ value: UNKNOWN, label: 'First line: choose' } as const]
            : []),
          { value: 'present', label: 'First line names the columns' },
          { value: 'absent', label: 'The file has no header' },
        ]}
      />
      {!head.namesDelimiter && (
        <Select
          label="Between fields"
          hideLabel
          size="s"
          value={head.delimiter}
          onChange={(delimiter) => onChange({ delimiter })}
          options={[
            { value: ',', label: 'Commas' },
            { value: ';', label: 'Semicolons' },
            { value: '\t', label: 'Tabs' },
            { value: '|', label: 'Bars' },
          ]}
        />
      )}
    </>
  );
}

function Columns({
  chosen,
  onChange,
}: {
  readonly chosen: ChosenFile;
  readonly onChange: (chosen: ChosenFile) => void;
}) {
  const { head, columns } = chosen;
  if (head.problem !== undefined) return <p role="alert">{head.problem}</p>;
  if (head.header === undefined) {
    return (
      <p role="alert">
        The first line may be a user: it has no name of a column that Lethe knows. Choose above
        whether it names the columns: taken for names, a user is left out.
      </p>
    );
  }
  if (head.isRefusedNdjson) {
    return <p role="status">Refused lines of NDJSON: each is read as the line that it was.</p>;
  }
  return (
    <>
      {columns.length > 0 && (
        <ColumnChoices
          format={head.format}
          samples={head.samples}
          choices={columns}
          onChange={(next) => onChange({ ...chosen, columns: next })}
        />
      )}
      {!isComplete(chosen) && (
        <p className={shared.quiet} role="status">
          Choose the column that is the user id.
        </p>
      )}
    </>
  );
}

import { guessChoices, readHead, type ChosenFile, type HeadChoice } from './file-columns.js';
import { formatBytes } from './format-bytes.js';
import { Select } from '../../ui/index.js';
import { ColumnChoices } from './column-choices.js';
import { FileDrop } from './file-drop.js';
import styles from './imports.module.css';

/** Of a file, enough for the names of its columns. */
const HEAD_BYTES = 64 * 1024;
const UNKNOWN = '';

/** A file, what is between its fields, whether its first line names the columns, and which column is which identifier. */
export function FileChoice({
  chosen,
  onChange,
}: {
  readonly chosen: ChosenFile | undefined;
  readonly onChange: (chosen: ChosenFile) => void;
}) {
  const look = (file: File, bytes: Uint8Array, choice: HeadChoice) => {
    const read = readHead(file.name, bytes, choice);
    onChange({ file, bytes, choice, head: read, columns: guessChoices(read) });
  };
  const head = chosen?.head;
  const readAs = (choice: HeadChoice) => {
    if (chosen) look(chosen.file, chosen.bytes, { ...chosen.choice, ...choice });
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
          {head?.format === 'csv' && head.problem === undefined && (
            <>
              <Select
                label="First line"
                hideLabel
                size="s"
                value={head.header ?? UNKNOWN}
                onChange={(header) => {
                  if (header !== UNKNOWN) readAs({ header });
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
                  onChange={(delimiter) => readAs({ delimiter })}
                  options={[
                    { value: ',', label: 'Commas' },
                    { value: ';', label: 'Semicolons' },
                    { value: '\t', label: 'Tabs' },
                    { value: '|', label: 'Bars' },
                  ]}
                />
              )}
            </>
          )}
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
      {chosen !== undefined && <ColumnChoices chosen={chosen} onChange={onChange} />}
    </div>
  );
}

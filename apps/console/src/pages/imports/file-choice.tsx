import { guessChoices, readHead, type ChosenFile, type HeadChoice } from './file-columns.js';
import { formatBytes } from './format-bytes.js';
import { Select } from '../../ui/index.js';
import { ColumnChoices } from './column-choices.js';
import { FileDrop } from './file-drop.js';
import styles from './imports.module.css';
import { TEXTS } from './texts.js';

/** Number of bytes that the page reads to find the columns. */
const HEAD_BYTES = 64 * 1024;
const UNKNOWN = '';
const DELIMITERS = [',', ';', '\t', '|'] as const;
const { fileChoice: texts } = TEXTS;

/** Chooses a file, its delimiter, its header, and the identifier of each column. */
export function FileChoice({
  chosen,
  onChange,
}: {
  readonly chosen: ChosenFile | undefined;
  readonly onChange: (chosen: ChosenFile) => void;
}) {
  const parse = (file: File, bytes: Uint8Array, choice: HeadChoice) => {
    const read = readHead(file.name, bytes, choice);
    onChange({ file, bytes, choice, head: read, columns: guessChoices(read) });
  };
  const head = chosen?.head;
  const readAs = (choice: HeadChoice) => {
    if (chosen) parse(chosen.file, chosen.bytes, { ...chosen.choice, ...choice });
  };
  const choose = async (file: File) => {
    parse(file, new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()), {});
  };
  return (
    <div className={styles.part}>
      {chosen !== undefined && (
        <div className={styles.file}>
          <span>{texts.file(chosen.file.name, formatBytes(chosen.file.size))}</span>
          {head?.format === 'csv' && head.problem === undefined && (
            <>
              <Select
                label={texts.firstLine}
                hideLabel
                size="s"
                value={head.header ?? UNKNOWN}
                onChange={(header) => {
                  if (header !== UNKNOWN) readAs({ header });
                }}
                options={[
                  ...(head.header === undefined
                    ? [{ value: UNKNOWN, label: texts.chooseFirstLine } as const]
                    : []),
                  { value: 'present', label: texts.headerPresent },
                  { value: 'absent', label: texts.headerAbsent },
                ]}
              />
              {!head.namesDelimiter && (
                <Select
                  label={texts.delimiter}
                  hideLabel
                  size="s"
                  value={head.delimiter}
                  onChange={(delimiter) => readAs({ delimiter })}
                  options={DELIMITERS.map((value) => ({
                    ...{ value, label: texts.delimiters[value] },
                  }))}
                />
              )}
            </>
          )}
        </div>
      )}
      <FileDrop
        label={chosen === undefined ? texts.drop : texts.another}
        onFile={(file) => void choose(file)}
      />
      {chosen !== undefined && <ColumnChoices chosen={chosen} onChange={onChange} />}
    </div>
  );
}

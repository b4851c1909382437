import { canBeNamed, type ColumnChoice, type FileFormat } from './file-columns.js';
import { isIdentifierName } from '../../lib/identifier-name.js';
import { Mono, Select, Table, shared } from '../../ui/index.js';

const LEFT_OUT = '';
const KNOWN = ['userId', 'email', 'phone'];

/** Which column is which identifier. Of the rows nothing is shown but a masked one where columns have no names. */
export function ColumnChoices({
  format,
  samples,
  choices,
  onChange,
}: {
  readonly format: FileFormat;
  /** Values of columns without names, which are shown masked. */
  readonly samples: readonly string[];
  readonly choices: readonly ColumnChoice[];
  readonly onChange: (choices: ColumnChoice[]) => void;
}) {
  const rows = choices.map((choice, index) => ({ ...choice, index }));
  const choose = (index: number, next: string) => {
    onChange(
      choices.map((one, at) => {
        if (at === index) return { ...one, identifier: next === LEFT_OUT ? undefined : next };
        // Each identifier is one column.
        return one.identifier === next ? { ...one, identifier: undefined } : one;
      }),
    );
  };
  return (
    <Table
      label="Columns"
      rows={rows}
      rowKey={({ index }) => String(index)}
      columns={[
        {
          label: 'Column',
          cell: ({ column, index }) => (
            <>
              <Mono>{nameOf(column, index)}</Mono>
              {samples[index] !== undefined && (
                <span className={shared.quiet}> {beginningOf(samples[index].trim())}</span>
              )}
            </>
          ),
        },
        {
          label: 'Is',
          cell: ({ column, index, identifier = LEFT_OUT }) =>
            format === 'csv' || canBeNamed(column) ? (
              <Select
                label={`The column ${nameOf(column, index)} is`}
                hideLabel
                size="s"
                value={identifier}
                onChange={(next) => choose(index, next)}
                options={[
                  { value: LEFT_OUT, label: 'Left out' },
                  { value: 'userId', label: 'User id' },
                  { value: 'email', label: 'E-mail' },
                  { value: 'phone', label: 'Phone' },
                  ...(isIdentifierName(column) && !KNOWN.includes(column)
                    ? [{ value: column, label: `Identifier “${column}”` }]
                    : []),
                ]}
              />
            ) : (
              <span className={shared.quiet}>
                Left out: name it without commas and equal signs to use it.
              </span>
            ),
        },
      ]}
    />
  );
}

function nameOf(column: string, index: number): string {
  return column === '' ? String(index + 1) : column;
}

/** Enough to know a column by. */
function beginningOf(text: string): string {
  return `${Array.from(text).slice(0, 2).join('')}***`;
}

import { canBeNamed, isIdentifierName, type ColumnChoice } from '../../lib/file-columns.js';
import { Mono, Select, Table } from '../../ui/index.js';
import styles from './imports.module.css';

const LEFT_OUT = '';

/** Which column is which identifier. Nothing of the rows is shown. */
export function ColumnChoices({
  choices,
  onChange,
}: {
  readonly choices: readonly ColumnChoice[];
  readonly onChange: (choices: ColumnChoice[]) => void;
}) {
  return (
    <Table
      label="Columns"
      rows={choices}
      rowKey={({ column }) => column}
      columns={[
        {
          label: 'Column',
          cell: ({ column }) => <Mono>{column === '' ? '(no name)' : column}</Mono>,
        },
        {
          label: 'Is',
          cell: ({ column, identifier = LEFT_OUT }) =>
            canBeNamed(column) ? (
              <Select
                label={`The column ${column} is`}
                hideLabel
                size="s"
                value={identifier}
                onChange={(next) => {
                  onChange(
                    choices.map((one) => {
                      if (one.column === column) {
                        return { column, identifier: next === LEFT_OUT ? undefined : next };
                      }
                      // Each identifier is one column.
                      return one.identifier === next ? { ...one, identifier: undefined } : one;
                    }),
                  );
                }}
                options={[
                  { value: LEFT_OUT, label: 'Left out' },
                  { value: 'userId', label: 'User id' },
                  { value: 'email', label: 'E-mail' },
                  { value: 'phone', label: 'Phone' },
                  ...(isIdentifierName(column) && !['userId', 'email', 'phone'].includes(column)
                    ? [{ value: column, label: `Identifier “${column}”` }]
                    : []),
                ]}
              />
            ) : (
              <span className={styles.quiet}>
                Left out: name it without commas and equal signs to use it.
              </span>
            ),
        },
      ]}
    />
  );
}

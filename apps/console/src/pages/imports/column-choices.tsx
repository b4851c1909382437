import { canBeNamed, isComplete, type ChosenFile } from './file-columns.js';
import { isIdentifierName } from '../../lib/identifier-name.js';
import { Mono, Select, Table, shared } from '../../ui/index.js';

const LEFT_OUT = '';
const KNOWN = ['userId', 'email', 'phone'];

/** Which column is which identifier. Of the rows nothing is shown but a masked one where columns have no names. */
export function ColumnChoices({
  chosen,
  onChange,
}: {
  readonly chosen: ChosenFile;
  readonly onChange: (chosen: ChosenFile) => void;
}) {
  const { head, columns } = chosen;
  const { format, samples } = head;
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
  const rows = columns.map((choice, index) => ({ ...choice, index }));
  const choose = (at: number, next: string) => {
    const choices = rows.map(({ index, ...one }) => {
      if (index === at) return { ...one, identifier: next === LEFT_OUT ? undefined : next };
      // Each identifier is one column.
      return one.identifier === next ? { ...one, identifier: undefined } : one;
    });
    onChange({ ...chosen, columns: choices });
  };
  return (
    <>
      {rows.length > 0 && (
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
      )}
      {!isComplete(chosen) && (
        <p className={shared.quiet} role="status">
          Choose the column that is the user id.
        </p>
      )}
    </>
  );
}

function nameOf(column: string, index: number): string {
  return column === '' ? String(index + 1) : column;
}

/** Enough to know a column by. */
function beginningOf(text: string): string {
  return `${Array.from(text).slice(0, 2).join('')}***`;
}

import { canBeNamed, isComplete, type ChosenFile } from './file-columns.js';
import { isIdentifierName } from '../../lib/identifier-name.js';
import { Mono, Select, Table, shared } from '../../ui/index.js';
import { TEXTS } from './texts.js';

const LEFT_OUT = '';
const KNOWN = ['userId', 'email', 'phone'] as const;
const { columnChoices: texts } = TEXTS;

/**
 * Lets the user assign columns to identifiers. Shows no rows of the file, except one masked row if
 * the columns have no names.
 */
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
    return <p role="alert">{texts.noHeader}</p>;
  }
  if (head.isRefusedNdjson) {
    return <p role="status">{texts.refusedNdjson}</p>;
  }
  const rows = columns.map((choice, index) => ({ ...choice, index }));
  const choose = (at: number, next: string) => {
    const choices = rows.map(({ index, ...one }) => {
      if (index === at) return { ...one, identifier: next === LEFT_OUT ? undefined : next };
      // An identifier can have only one column.
      return one.identifier === next ? { ...one, identifier: undefined } : one;
    });
    onChange({ ...chosen, columns: choices });
  };
  return (
    <>
      {rows.length > 0 && (
        <Table
          label={texts.label}
          rows={rows}
          rowKey={({ index }) => String(index)}
          columns={[
            {
              label: texts.column,
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
              label: texts.identifier,
              cell: ({ column, index, identifier = LEFT_OUT }) =>
                format === 'csv' || canBeNamed(column) ? (
                  <Select
                    label={texts.identifierOf(nameOf(column, index))}
                    hideLabel
                    size="s"
                    value={identifier}
                    onChange={(next) => choose(index, next)}
                    options={[
                      { value: LEFT_OUT, label: texts.leftOut },
                      ...KNOWN.map((name) => ({ value: name, label: texts.identifiers[name] })),
                      ...(isIdentifierName(column) && !KNOWN.some((name) => name === column)
                        ? [{ value: column, label: texts.other(column) }]
                        : []),
                    ]}
                  />
                ) : (
                  <span className={shared.quiet}>{texts.cannotBeNamed}</span>
                ),
            },
          ]}
        />
      )}
      {!isComplete(chosen) && (
        <p className={shared.quiet} role="status">
          {texts.chooseUserId}
        </p>
      )}
    </>
  );
}

function nameOf(column: string, index: number): string {
  return column === '' ? String(index + 1) : column;
}

/** Returns the first two characters of a value, which are enough to recognise the column. */
function beginningOf(text: string): string {
  return `${Array.from(text).slice(0, 2).join('')}***`;
}

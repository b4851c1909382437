import { countOf } from '../../lib/count-of.js';
import type { PasteDelimiter } from './paste-delimiters.js';
import type { PasteChoice, PastedRow, PastedUsers, PasteLayout } from './pasted-users.js';
import { visibleId } from '../../lib/visible-id.js';
import { Mono, Select, shared, Table } from '../../ui/index.js';
import styles from './regulation.module.css';

/** Rows that are shown; the wrong ones come first. */
const SHOWN = 50;

const DELIMITERS: readonly { readonly value: PasteDelimiter; readonly label: string }[] = [
  { value: '\t', label: 'Split at tabs' },
  { value: ';', label: 'Split at semicolons' },
  { value: ',', label: 'Split at commas' },
  { value: 'none', label: 'Split at line ends only' },
];

/** What was pasted, as it was understood: a row for each user that will be created. */
export function UnderstoodUsers({
  pasted,
  onChange,
}: {
  readonly pasted: PastedUsers;
  readonly onChange: (choice: PasteChoice) => void;
}) {
  const { rows, delimiter, layout } = pasted;
  const wrong = rows.filter(({ problem }) => problem !== undefined);
  const suspicious = rows.filter(({ warnings }) => warnings.length > 0);
  const others = rows.filter(
    ({ problem, warnings }) => problem === undefined && warnings.length === 0,
  );
  const shown = [...wrong, ...suspicious, ...others].slice(0, SHOWN);
  const names = namesOf(rows);
  return (
    <div className={styles.understood}>
      <div className={shared.row}>
        <Select
          label="How lines are split"
          hideLabel
          size="s"
          value={delimiter}
          onChange={(next) => onChange({ delimiter: next })}
          options={DELIMITERS}
        />
        {pasted.isAmbiguous && (
          <Select<PasteLayout | ''>
            label="What a line is"
            hideLabel
            size="s"
            value={layout ?? ''}
            onChange={(next) => {
              if (next !== '') onChange({ delimiter, layout: next });
            }}
            options={[
              ...(layout === undefined ? [{ value: '', label: 'A line is: choose' } as const] : []),
              { value: 'columns', label: 'A line is one user' },
              { value: 'list', label: 'A line is several users' },
            ]}
          />
        )}
      </div>
      <p role="status">{sentencesOf(pasted, wrong.length, suspicious.length)}</p>
      {shown.length > 0 && (
        <Table
          label="Users as understood"
          rows={shown}
          rowKey={(row) => String(rows.indexOf(row))}
          columns={[
            { label: 'Line', align: 'end', cell: ({ line }) => line },
            ...names.map((name) => ({
              label: name === 'userId' ? 'User id' : name,
              cell: ({ user }: PastedRow) => (
                <Mono>{visibleId(textOf(user?.[name as 'userId']))}</Mono>
              ),
            })),
            ...(wrong.length + suspicious.length > 0
              ? [
                  {
                    label: 'Check',
                    cell: ({ problem, warnings }: PastedRow) => problem ?? warnings.join('; '),
                  },
                ]
              : []),
          ]}
        />
      )}
      {rows.length > shown.length && <p>The first {shown.length}.</p>}
    </div>
  );
}

function namesOf(rows: readonly PastedRow[]): readonly string[] {
  const names = new Set(['userId']);
  for (const { user } of rows) for (const name of Object.keys(user ?? {})) names.add(name);
  return [...names];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function sentencesOf(pasted: PastedUsers, wrong: number, suspicious: number): string {
  if (pasted.layout === undefined) {
    return 'Each line has several fields. Choose whether a line is one user or several users.';
  }
  const { rows, hasHeader, leftOut } = pasted;
  return [
    `${countOf(rows.length - wrong, 'user')}.`,
    ...(hasHeader ? ['The first line names the columns.'] : []),
    ...(leftOut.length > 0
      ? [
          `Left out: column ${leftOut.join(', ')}. To take it, ${hasHeader ? 'give it a name of its own in the first line' : 'name the columns in a first line'}.`,
        ]
      : []),
    ...(wrong > 0 ? [`${countOf(wrong, 'row')} cannot be read: correct the text above.`] : []),
    ...(suspicious > 0
      ? [`${countOf(suspicious, 'row')} with an identifier that looks like a mistake.`]
      : []),
  ].join(' ');
}

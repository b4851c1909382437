import type { PasteDelimiter } from './paste-delimiters.js';
import type { PasteChoice, PastedRow, PastedUsers, PasteLayout } from './pasted-users.js';
import { visibleId } from '../../lib/visible-id.js';
import { Mono, Select, shared, Table } from '../../ui/index.js';
import styles from './regulation.module.css';
import { TEXTS } from './texts.js';

const { understoodUsers: texts } = TEXTS;

/** Maximum number of rows that are shown. Rows with problems come first. */
const SHOWN = 50;

const DELIMITERS: readonly PasteDelimiter[] = ['\t', ';', ',', 'none'];

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
          label={texts.split}
          hideLabel
          size="s"
          value={delimiter}
          onChange={(next) => onChange({ delimiter: next })}
          options={DELIMITERS.map((value) => ({ value, label: texts.delimiters[value] }))}
        />
        {pasted.isAmbiguous && (
          <Select<PasteLayout | ''>
            label={texts.layout}
            hideLabel
            size="s"
            value={layout ?? ''}
            onChange={(next) => {
              if (next !== '') onChange({ delimiter, layout: next });
            }}
            options={[
              ...(layout === undefined ? [{ value: '', label: texts.chooseLayout } as const] : []),
              { value: 'columns', label: texts.columns },
              { value: 'list', label: texts.list },
            ]}
          />
        )}
      </div>
      <p role="status">{sentencesOf(pasted, wrong.length, suspicious.length)}</p>
      {shown.length > 0 && (
        <Table
          label={texts.label}
          rows={shown}
          rowKey={(row) => String(rows.indexOf(row))}
          columns={[
            { label: texts.line, align: 'end', cell: ({ line }) => line },
            ...names.map((name) => ({
              label: name === 'userId' ? texts.userId : name,
              cell: ({ user }: PastedRow) => (
                <Mono>{visibleId(textOf(user?.[name as 'userId']))}</Mono>
              ),
            })),
            ...(wrong.length + suspicious.length > 0
              ? [
                  {
                    label: texts.check,
                    cell: ({ problem, warnings }: PastedRow) => problem ?? warnings.join('; '),
                  },
                ]
              : []),
          ]}
        />
      )}
      {rows.length > shown.length && <p>{texts.onlyFirst(shown.length)}</p>}
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
  if (pasted.layout === undefined) return texts.layoutUnknown;
  const { rows, hasHeader, leftOut } = pasted;
  return [
    texts.users(rows.length - wrong),
    ...(hasHeader ? [texts.hasHeader] : []),
    ...(leftOut.length > 0
      ? [texts.leftOut(leftOut), hasHeader ? texts.giveOwnName : texts.nameColumns]
      : []),
    ...(wrong > 0 ? [texts.unreadable(wrong)] : []),
    ...(suspicious > 0 ? [texts.suspicious(suspicious)] : []),
  ].join(' ');
}

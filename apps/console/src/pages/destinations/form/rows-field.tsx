import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { Button, IconButton, TextField } from '../../../ui/index.js';
import { TEXTS } from '../texts.js';
import { masksIn, type InputProps } from './config-values.js';
import { labelOf } from './field-label.js';
import styles from './forms.module.css';
import { SecretField } from './secret-field.js';

const { rowsField: texts } = TEXTS;

type Row = Readonly<Record<string, string>>;

/** Edits a list of small objects. Each object is a row with one field for each member. */
export function RowsField({
  label,
  hint,
  error,
  members,
  secretMembers,
  value,
  stored,
  onChange,
}: InputProps & {
  readonly members: readonly string[];
  readonly secretMembers: readonly string[];
  readonly stored: unknown;
}) {
  const id = useId();
  const rows = Array.isArray(value) ? (value as readonly Row[]) : [];
  const masks = masksIn(stored);
  const set = (index: number, member: string, text: string) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, [member]: text } : row)));
  return (
    <div role="group" aria-labelledby={id} className={styles.rows}>
      <span id={id} className={styles.rowsLabel}>
        {label}
      </span>
      {rows.map((row, index) => (
        // The index is the key, because rows have no ids and do not move.
        <div key={index} className={styles.row}>
          {members.map((member) => {
            const text = row[member] ?? '';
            const shared = {
              label: index === 0 ? labelOf(member) : texts.member(labelOf(member), index + 1),
              hideLabel: index > 0,
              value: text,
              onChange: (next: string) => set(index, member, next),
            };
            return secretMembers.includes(member) || masks.has(text) ? (
              <SecretField
                key={member}
                {...shared}
                hint=""
                look="address"
                stored={masks.has(text) ? text : ''}
              />
            ) : (
              <TextField key={member} {...shared} mono />
            );
          })}
          <IconButton
            icon={X}
            label={texts.remove(index + 1, label)}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {error !== undefined && <span className={styles.error}>{error}</span>}
      <div>
        <Button
          size="s"
          icon={Plus}
          onClick={() =>
            onChange([...rows, Object.fromEntries(members.map((member) => [member, '']))])
          }
        >
          {texts.add}
          <span className="visually-hidden">{texts.addTo(label)}</span>
        </Button>
      </div>
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
    </div>
  );
}

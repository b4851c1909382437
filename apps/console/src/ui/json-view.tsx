import { ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { CopyButton } from './copy-button.js';
import styles from './json-view.module.css';
import { TEXTS } from './texts.js';

/** Number of members that are shown before the user requests more. */
const SHOWN = 100;
const OPEN_LEVELS = 2;

/** Shows JSON as a tree that can be folded. */
export function JsonView({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    <div className={styles.view}>
      <div className={styles.copy}>
        <CopyButton text={JSON.stringify(value, null, 2)} label={TEXTS.jsonView.copy(label)} />
      </div>
      <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
        <Value value={value} level={0} />
      </div>
    </div>
  );
}

function Value({ name, value, level }: { name?: ReactNode; value: unknown; level: number }) {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    return (
      <div className={styles.leaf}>
        {name}
        <Scalar value={value} />
      </div>
    );
  }
  return <Branch name={name} value={value} level={level} />;
}

function Branch({ name, value, level }: { name: ReactNode; value: object; level: number }) {
  const [open, setOpen] = useState(level < OPEN_LEVELS);
  const [shown, setShown] = useState(SHOWN);
  const entries = Object.entries(value as Record<string, unknown>);
  const [start, end] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return (
    <div>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight aria-hidden className={open ? styles.open : undefined} />
        {name}
        {start}
        {!open && (
          <span className={styles.count}>
            {entries.length} {end}
          </span>
        )}
      </button>
      {open && (
        <div className={styles.members}>
          {entries.slice(0, shown).map(([key, member]) => (
            <Value
              key={key}
              name={<span className={styles.key}>{key}: </span>}
              value={member}
              level={level + 1}
            />
          ))}
          {entries.length > shown && (
            <button type="button" className={styles.fold} onClick={() => setShown(shown + SHOWN)}>
              {TEXTS.jsonView.more(entries.length - shown)}
            </button>
          )}
        </div>
      )}
      {open && <span className={styles.leaf}>{end}</span>}
    </div>
  );
}

function Scalar({ value }: { value: unknown }) {
  const kind = value === null ? 'null' : typeof value;
  return <span className={styles[kind]}>{JSON.stringify(value)}</span>;
}

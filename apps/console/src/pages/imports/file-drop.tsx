import { FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import { cx } from '../../ui/index.js';
import styles from './imports.module.css';

export function FileDrop({
  label,
  onFile,
}: {
  readonly label: string;
  readonly onFile: (file: File) => void;
}) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  return (
    <label
      htmlFor={id}
      className={cx(styles.drop, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file !== undefined) onFile(file);
      }}
    >
      <FileUp aria-hidden />
      <span>{label}</span>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,.ndjson,.jsonl,.xlsx,.xls,.ods,.zip,.gz"
        className="visually-hidden"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) onFile(file);
          target.value = '';
        }}
      />
    </label>
  );
}

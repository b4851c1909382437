import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { CopyButton, IconButton, Mono } from '../../ui/index.js';
import styles from './sources.module.css';

/** The key that a source's events are sent with. Web pages show theirs to anybody; others need not lie open on a screen. */
export function WriteKey({ value }: { readonly value: string | undefined }) {
  const [shown, setShown] = useState(false);
  if (value === undefined) return <span>Only with catalog:write</span>;
  return (
    <span className={styles.key}>
      <span className={styles.keyText}>
        <Mono>{shown ? value : `${value.slice(0, 4)}…`}</Mono>
      </span>
      <IconButton
        size="s"
        icon={shown ? EyeOff : Eye}
        label={shown ? 'Hide the write key' : 'Show the write key'}
        onClick={() => setShown(!shown)}
      />
      <CopyButton text={value} label="Copy the write key" />
    </span>
  );
}

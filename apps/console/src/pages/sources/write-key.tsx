import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { CopyButton, IconButton, Mono } from '../../ui/index.js';
import styles from './sources.module.css';
import { TEXTS } from './texts.js';

const { writeKey: texts } = TEXTS;

/**
 * Shows the full write key only on request. Write keys of web pages are public, but other write
 * keys must not be visible all the time.
 */
export function WriteKey({ value }: { readonly value: string | undefined }) {
  const [shown, setShown] = useState(false);
  if (value === undefined) return <span>{texts.missing}</span>;
  return (
    <span className={styles.key}>
      <span className={styles.keyText}>
        <Mono>{shown ? value : texts.beginning(value.slice(0, 4))}</Mono>
      </span>
      <IconButton
        size="s"
        icon={shown ? EyeOff : Eye}
        label={shown ? texts.hide : texts.show}
        onClick={() => setShown(!shown)}
      />
      <CopyButton text={value} label={texts.copy} />
    </span>
  );
}

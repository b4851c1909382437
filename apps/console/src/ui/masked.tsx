import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './button.js';
import { cx } from './class-names.js';
import styles from './text.module.css';

/** An identifier of a user that stays hidden until somebody asks for it. What records the asking is `onReveal`'s business. */
export function Masked({
  masked,
  value,
  onReveal,
}: {
  /** What is shown of it: `us***`. */
  readonly masked: string;
  /** The whole; absent while it has not been asked for. */
  readonly value: string | undefined;
  /** Called the first time, where the value must be fetched. */
  readonly onReveal?: () => void;
}) {
  const [shown, setShown] = useState(false);
  const toggle = () => {
    setShown(!shown);
    if (!shown && value === undefined) onReveal?.();
  };
  return (
    <span className={styles.masked}>
      {shown && value !== undefined ? (
        <span className={cx(styles.mono, styles.whole)}>{value}</span>
      ) : (
        <span className={styles.mono}>{masked}</span>
      )}
      <IconButton
        size="s"
        icon={shown ? EyeOff : Eye}
        label={shown ? 'Hide the identifier' : 'Show the identifier'}
        onClick={toggle}
      />
    </span>
  );
}

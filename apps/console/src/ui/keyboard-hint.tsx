import styles from './text.module.css';

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/**
 * Shows keys by their names on this computer, for example `<KeyboardHint keys={['mod', 'k']} />`.
 */
export function KeyboardHint({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className={styles.keys}>
      {keys.map((key, index) => (
        <kbd key={`${key}-${index}`} className={styles.kbd}>
          {key === 'mod' ? (IS_MAC ? '⌘' : 'Ctrl') : key.length === 1 ? key.toUpperCase() : key}
        </kbd>
      ))}
    </span>
  );
}

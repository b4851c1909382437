import { Check, Copy } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Button, IconButton, type ButtonProps } from './button.js';
import { cx } from './class-names.js';
import styles from './text.module.css';
import { TEXTS } from './texts.js';

const SHOWN_MS = 1_500;

interface CopyButtonProps {
  readonly text: string;
  /** Label of the button, for example "Copy the id". */
  readonly label: string;
  readonly withLabel?: boolean;
  readonly size?: ButtonProps['size'];
}

export function CopyButton({ text, label, withLabel = false, size = 's' }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    void copyText(text).then(setCopied);
  };
  const icon = copied ? Check : Copy;
  return (
    <>
      {withLabel ? (
        <Button size={size} icon={icon} onClick={copy}>
          {label}
        </Button>
      ) : (
        <IconButton size={size} icon={icon} label={label} onClick={copy} />
      )}
      <span className="visually-hidden" role="status">
        {copied ? TEXTS.copyButton.copied : ''}
      </span>
    </>
  );
}

/** Shows an id or another short technical text with a copy button. */
export function Copyable({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <span className={styles.copyable}>
      <span className={cx(styles.mono)}>{text}</span>
      <CopyButton text={text} label={label} />
    </span>
  );
}

/** Shows technical text in a sentence. */
export function Mono({ children }: { readonly children: ReactNode }) {
  return <span className={styles.mono}>{children}</span>;
}

/**
 * Returns true if the text was copied. Needs a fallback, because browsers offer the clipboard API
 * only on https and loopback.
 */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.style.position = 'fixed';
    (document.querySelector('[role="dialog"]') ?? document.body).append(area);
    area.select();
    // This function is deprecated, but no other function can copy on a page that was loaded by
    // http.
    // oxlint-disable-next-line typescript/no-deprecated
    const worked = document.execCommand('copy');
    area.remove();
    return worked;
  }
}

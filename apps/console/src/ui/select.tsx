import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './class-names.js';
import field from './field.module.css';
import styles from './popup.module.css';
import own from './select.module.css';

export interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
  /** Text in a second, smaller line. */
  readonly hint?: ReactNode;
}

interface SelectProps<T extends string> {
  readonly label: string;
  /**
   * True to show the label only to screen readers. The chosen option must then be clear without a
   * label.
   */
  readonly hideLabel?: boolean;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly options: readonly Option<T>[];
  readonly size?: 's' | 'm';
  readonly disabled?: boolean;
}

/** Selects one of a few options. For many options, use `Combobox`. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, hideLabel = false, value, onChange, options, size = 'm', disabled } = props;
  return (
    <div className={cx(field.field, hideLabel && own.inline)}>
      <Base.Root
        items={options}
        value={value}
        disabled={disabled}
        onValueChange={(next) => {
          if (next !== null) onChange(next);
        }}
      >
        <Base.Label className={hideLabel ? 'visually-hidden' : field.label}>{label}</Base.Label>
        <Base.Trigger className={cx(own.trigger, size === 's' && own.small)}>
          <Base.Value />
          <Base.Icon className={own.icon}>
            <ChevronsUpDown aria-hidden />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner
            className={styles.positioner}
            sideOffset={4}
            alignItemWithTrigger={false}
          >
            <Base.Popup className={styles.popup}>
              <Base.List>
                {options.map((option) => (
                  <Base.Item key={option.value} value={option.value} className={styles.item}>
                    <span className={styles.check}>
                      <Base.ItemIndicator>
                        <Check aria-hidden />
                      </Base.ItemIndicator>
                    </span>
                    <span className={styles.words}>
                      <Base.ItemText>{option.label}</Base.ItemText>
                      {option.hint !== undefined && (
                        <span className={styles.hint}>{option.hint}</span>
                      )}
                    </span>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </div>
  );
}

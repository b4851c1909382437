import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { Field as Base } from '@base-ui/react/field';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup as BaseRadioGroup } from '@base-ui/react/radio-group';
import { Switch as BaseSwitch } from '@base-ui/react/switch';
import { Check } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { cx } from './class-names.js';
import styles from './field.module.css';
import { TEXTS } from './texts.js';

interface FieldProps {
  readonly label: string;
  /** Explains the expected input or the effect. */
  readonly hint?: ReactNode;
  /** The problem with the input, for example from the `details` of an API error. */
  readonly error?: string | undefined;
  readonly required?: boolean;
  /**
   * True to show the label only to screen readers, for example in rows of fields below a first row
   * with labels.
   */
  readonly hideLabel?: boolean;
}

/** A control with its label, error and hint. */
export function Field({
  label,
  hint,
  error,
  required = true,
  hideLabel = false,
  children,
}: FieldProps & { readonly children: ReactNode }) {
  return (
    <Base.Root className={styles.field} invalid={error !== undefined}>
      <Base.Label className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
        {!required && <span className={styles.optional}>{TEXTS.field.optional}</span>}
      </Base.Label>
      {children}
      {error !== undefined && (
        <Base.Error match className={styles.error}>
          {error}
        </Base.Error>
      )}
      {hint !== undefined && <Base.Description className={styles.hint}>{hint}</Base.Description>}
    </Base.Root>
  );
}

type ControlProps = Omit<
  ComponentProps<typeof Base.Control>,
  'className' | 'onChange' | 'value' | 'render' | 'style'
>;

interface TextFieldProps extends FieldProps, Omit<ControlProps, 'required'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** True for ids, keys and code, which have a monospaced font. */
  readonly mono?: boolean;
  /** Makes the field a text area with this number of lines. */
  readonly rows?: number;
}

export function TextField(props: TextFieldProps) {
  const { label, hint, error, required, hideLabel, ...rest } = props;
  const { value, onChange, mono = false, rows, ...control } = rest;
  return (
    <Field {...{ label, hint, error, required, hideLabel }}>
      <Base.Control
        {...(rows === undefined ? { autoComplete: 'off' } : { render: <textarea rows={rows} /> })}
        spellCheck={false}
        {...control}
        value={value}
        onValueChange={onChange}
        className={cx(styles.input, rows !== undefined && styles.area, mono && styles.mono)}
      />
    </Field>
  );
}

interface CheckProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

export function Checkbox(props: CheckProps) {
  return (
    <CheckField {...props}>
      <BaseCheckbox.Root
        checked={props.checked}
        onCheckedChange={props.onChange}
        className={cx(styles.box, styles.square)}
      >
        <BaseCheckbox.Indicator className={styles.indicator}>
          <Check aria-hidden />
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
    </CheckField>
  );
}

/** A switch for settings that take effect at once. */
export function Switch(props: CheckProps) {
  return (
    <CheckField {...props}>
      <BaseSwitch.Root
        checked={props.checked}
        onCheckedChange={props.onChange}
        className={styles.switch}
      >
        <BaseSwitch.Thumb className={styles.thumb} />
      </BaseSwitch.Root>
    </CheckField>
  );
}

function CheckField({
  label,
  hint,
  disabled = false,
  children,
}: CheckProps & { readonly children: ReactNode }) {
  return (
    <Base.Root className={styles.checkField} disabled={disabled}>
      <Base.Label className={styles.check}>
        {children}
        <span>{label}</span>
      </Base.Label>
      {hint !== undefined && <Base.Description className={styles.hint}>{hint}</Base.Description>}
    </Base.Root>
  );
}

interface RadioGroupProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly options: readonly {
    readonly value: T;
    readonly label: string;
    readonly hint?: ReactNode;
  }[];
}

/** Selects one of two to five options. Each option can have an explanation. */
export function RadioGroup<T extends string>(props: RadioGroupProps<T>) {
  const { label, value, onChange, options } = props;
  const id = useId();
  return (
    <div className={styles.field}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <BaseRadioGroup
        aria-labelledby={id}
        value={value}
        onValueChange={(next) => onChange(next)}
        className={styles.radios}
      >
        {options.map((option) => (
          <label key={option.value} className={cx(styles.check, styles.card)}>
            <Radio.Root
              value={option.value}
              aria-labelledby={`${id}-${option.value}`}
              aria-describedby={option.hint === undefined ? undefined : `${id}-${option.value}-h`}
              className={cx(styles.box, styles.round)}
            >
              <Radio.Indicator className={styles.dot} />
            </Radio.Root>
            <span>
              <span id={`${id}-${option.value}`}>{option.label}</span>
              {option.hint !== undefined && (
                <span id={`${id}-${option.value}-h`} className={styles.hint}>
                  {option.hint}
                </span>
              )}
            </span>
          </label>
        ))}
      </BaseRadioGroup>
    </div>
  );
}

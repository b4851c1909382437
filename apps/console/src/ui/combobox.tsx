import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown, X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './combobox.module.css';
import { Field } from './field.js';
import popup from './popup.module.css';
import type { Option } from './select.js';
import { TEXTS } from './texts.js';

interface Shared<T extends string> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly placeholder?: string;
  readonly options: readonly Option<T>[];
  /** Shown if no option matches. */
  readonly empty?: ReactNode;
}

interface ComboboxProps<T extends string> extends Shared<T> {
  readonly value: T | null;
  readonly onChange: (value: T | null) => void;
}

/** Selects one of many options. The user finds the option by typing. */
export function Combobox<T extends string>({ value, onChange, ...shared }: ComboboxProps<T>) {
  const { options } = shared;
  return (
    <Base.Root
      autoHighlight
      items={options}
      value={options.find((option) => option.value === value) ?? null}
      isItemEqualToValue={isSame}
      onValueChange={(next) => onChange((next?.value as T | undefined) ?? null)}
    >
      <Field label={shared.label} hint={shared.hint} error={shared.error}>
        <Base.InputGroup className={styles.group}>
          <Base.Input className={styles.input} placeholder={shared.placeholder} />
          <Base.Clear className={styles.part} aria-label={TEXTS.combobox.clear}>
            <X aria-hidden />
          </Base.Clear>
          {/* The label of the field must be the name of the input only, and not of this button. */}
          <Base.Trigger
            className={styles.part}
            aria-label={TEXTS.combobox.showAll}
            aria-labelledby={undefined}
          >
            <ChevronsUpDown aria-hidden />
          </Base.Trigger>
        </Base.InputGroup>
      </Field>
      <Choices empty={shared.empty} />
    </Base.Root>
  );
}

interface MultiComboboxProps<T extends string> extends Shared<T> {
  readonly value: readonly T[];
  readonly onChange: (value: T[]) => void;
}

export function MultiCombobox<T extends string>(props: MultiComboboxProps<T>) {
  const { value, onChange, ...shared } = props;
  const { options } = shared;
  const chosen = value.map(
    (one) => options.find((option) => option.value === one) ?? { value: one, label: one },
  );
  return (
    <Base.Root
      autoHighlight
      multiple
      items={options}
      value={chosen}
      isItemEqualToValue={isSame}
      onValueChange={(next: Option<T>[]) => onChange(next.map((option) => option.value))}
    >
      <Field label={shared.label} hint={shared.hint} error={shared.error}>
        <Base.InputGroup className={styles.group}>
          <Base.Chips className={styles.chips}>
            {chosen.map((option) => (
              <Base.Chip key={option.value} className={styles.chip} aria-label={option.label}>
                {option.label}
                <Base.ChipRemove
                  className={styles.remove}
                  aria-label={TEXTS.combobox.remove(option.label)}
                >
                  <X aria-hidden />
                </Base.ChipRemove>
              </Base.Chip>
            ))}
            <Base.Input
              className={styles.input}
              placeholder={chosen.length === 0 ? shared.placeholder : undefined}
            />
          </Base.Chips>
        </Base.InputGroup>
      </Field>
      <Choices empty={shared.empty} />
    </Base.Root>
  );
}

function Choices({ empty = TEXTS.combobox.noMatch }: { empty?: ReactNode }) {
  return (
    <Base.Portal>
      <Base.Positioner className={popup.positioner} sideOffset={4}>
        <Base.Popup className={popup.popup}>
          <Base.Empty className={popup.empty}>{empty}</Base.Empty>
          <Base.List>
            {(option: Option<string>) => (
              <Base.Item key={option.value} value={option} className={popup.item}>
                <span className={popup.check}>
                  <Base.ItemIndicator>
                    <Check aria-hidden />
                  </Base.ItemIndicator>
                </span>
                <span className={popup.words}>
                  {option.label}
                  {option.hint !== undefined && <span className={popup.hint}>{option.hint}</span>}
                </span>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

function isSame(item: Option<string>, value: Option<string>): boolean {
  return item.value === value.value;
}

import type { Definition } from '../../../api/definitions.js';
import { Checkbox, Mono } from '../../../ui/index.js';
import type { InputProps } from './config-values.js';
import styles from './forms.module.css';
import { JsonField } from './json-field.js';
import { switchPreset, type PresetOverride } from './presets.js';

/** Which of its presets make requests. Mappings, and presets of one's own, are written as JSON. */
export function PresetsField({
  presets,
  value,
  error,
  onChange,
}: Omit<InputProps, 'label' | 'hint'> & {
  readonly presets: NonNullable<Definition['presets']>;
}) {
  const overrides = Array.isArray(value) ? (value as readonly PresetOverride[]) : [];
  return (
    <fieldset className={styles.presets}>
      <legend className={styles.rowsLabel}>Events that are sent</legend>
      <span className={styles.hint}>Each preset makes requests of the events that it matches.</span>
      {presets.map((preset) => {
        const name = String(preset.name);
        const isOn = preset.enabled !== false;
        const override = overrides.find((one) => one.name === name);
        return (
          <Checkbox
            key={name}
            label={name}
            hint={<Mono>{typeof preset.subscribe === 'string' ? preset.subscribe : ''}</Mono>}
            checked={override?.enabled ?? isOn}
            onChange={(enabled) => onChange(switchPreset(overrides, name, enabled, isOn))}
          />
        );
      })}
      <details open={error !== undefined || undefined}>
        <summary>Mappings, and presets of your own</summary>
        <JsonField
          label="What differs from the presets, as JSON"
          hint="A list of objects with name, enabled, mapping; and action, subscribe for one of your own."
          value={value}
          error={error}
          onChange={onChange}
        />
      </details>
    </fieldset>
  );
}

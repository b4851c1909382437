import type { Definition } from '../../../api/definitions.js';
import { Checkbox, Mono } from '../../../ui/index.js';
import { TEXTS } from '../texts.js';
import type { InputProps } from './config-values.js';
import styles from './forms.module.css';
import { JsonField } from './json-field.js';
import { switchPreset, type PresetOverride } from './presets.js';

const { presetsField: texts } = TEXTS;

/** Switches presets on and off. Users edit mappings and their own presets as JSON. */
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
      <legend className={styles.rowsLabel}>{texts.title}</legend>
      <span className={styles.hint}>{texts.whatTheyDo}</span>
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
        <summary>{texts.more}</summary>
        <JsonField
          label={texts.label}
          hint={
            <>
              {texts.members} <code>name</code>, <code>enabled</code> {texts.and}{' '}
              <code>mapping</code>. {texts.ownPresets} <code>action</code> {texts.and}{' '}
              <code>subscribe</code>.
            </>
          }
          value={value}
          error={error}
          onChange={onChange}
        />
      </details>
    </fieldset>
  );
}

import type { Definition } from '../../../api/definitions.js';
import { textOf } from '../../../lib/parse-events.js';
import { Checkbox, Select, TextField } from '../../../ui/index.js';
import { TEXTS } from '../texts.js';
import { kindOf, type ConfigField, type InputProps, type Values } from './config-values.js';
import { labelOf } from './field-label.js';
import styles from './forms.module.css';
import { JsonField } from './json-field.js';
import { PresetsField } from './presets-field.js';
import { RowsField } from './rows-field.js';
import { SecretField } from './secret-field.js';

const { configForm: texts } = TEXTS;

interface ConfigFormProps {
  readonly definition: Definition;
  /** Values from the API; empty for a new record. */
  readonly stored: Values;
  readonly edited: Values;
  readonly onEdit: (name: string, value: unknown) => void;
  /** Errors of the API by path, such as `config.url`. */
  readonly details?: Readonly<Record<string, string>>;
  /** Required variables without a value. */
  readonly missing?: readonly string[];
}

/**
 * A form with one field for each variable in the definition of the type. Secrets are write-only.
 */
export function ConfigForm(props: ConfigFormProps) {
  const { definition, stored, edited, onEdit, details = {}, missing = [] } = props;
  const { fields, secretKeys } = definition.config;
  const saysWhatIsRequired = Object.values(fields).some(({ required }) => required);
  const all = Object.entries(fields).filter(
    ([name, { replacedBy }]) => replacedBy === undefined || stored[name] !== undefined,
  );
  if (all.length === 0) return <p className={styles.none}>{texts.nothing}</p>;
  return (
    <div className={styles.form}>
      {all.map(([name, field]) => (
        <ConfigFieldInput
          key={name}
          name={name}
          field={field}
          presets={definition.presets}
          secretMembers={secretKeys.flatMap((key) =>
            key.startsWith(`${name}.`) ? [key.slice(name.length + 1)] : [],
          )}
          isOptional={saysWhatIsRequired && field.required !== true}
          value={name in edited ? edited[name] : stored[name]}
          stored={stored[name]}
          error={missing.includes(name) ? texts.missing : errorAt(details, name)}
          onChange={(value) => onEdit(name, value)}
        />
      ))}
    </div>
  );
}

interface FieldInputProps extends Pick<InputProps, 'value' | 'onChange' | 'error'> {
  readonly name: string;
  readonly field: ConfigField;
  readonly presets: Definition['presets'];
  readonly secretMembers: readonly string[];
  readonly isOptional: boolean;
  readonly stored: unknown;
}

function ConfigFieldInput(props: FieldInputProps) {
  const { name, field, presets, isOptional, value, stored, error, onChange } = props;
  const text = textOf(value ?? undefined);
  const hasDefault = field.default !== undefined && field.default !== '';
  const shared = {
    label: labelOf(name),
    hint: hasDefault ? texts.ifEmpty(textOf(field.default)) : undefined,
    error,
    required: !isOptional,
    value: text,
    onChange,
  };
  if (name === 'presets' && presets !== undefined) {
    return <PresetsField {...{ presets, value, error, onChange }} />;
  }
  if (field.secret === true) {
    return <SecretField {...shared} stored={textOf(stored ?? undefined)} look={textKindOf(name)} />;
  }
  switch (kindOf(field)) {
    case 'boolean':
      return (
        <Checkbox
          label={shared.label}
          checked={typeof value === 'boolean' ? value : field.default === true}
          onChange={onChange}
        />
      );
    case 'choice':
      return (
        <Select
          label={shared.label}
          value={text}
          onChange={onChange}
          options={[
            {
              value: '',
              label: hasDefault ? texts.isDefault(textOf(field.default)) : texts.notSet,
            },
            ...(field.choices ?? [])
              .map(textOf)
              .filter((choice) => choice !== textOf(field.default) || choice === text)
              .map((choice) => ({ value: choice, label: choice })),
          ]}
        />
      );
    case 'number':
      return <TextField {...shared} inputMode="decimal" />;
    case 'lines':
      return (
        <TextField
          rows={4}
          {...shared}
          mono
          hint={texts.lines}
          value={Array.isArray(value) ? value.join('\n') : text}
          onChange={(next) => onChange(next.split('\n'))}
        />
      );
    case 'rows':
      return (
        <RowsField
          {...shared}
          members={Object.keys(field.items?.members ?? {})}
          secretMembers={props.secretMembers}
          value={value}
          stored={stored}
        />
      );
    case 'json':
      return <JsonField {...shared} value={value} />;
    case 'text':
      return textKindOf(name) === 'lines' ? (
        <TextField {...shared} mono rows={3} />
      ) : (
        <TextField {...shared} />
      );
  }
}

/**
 * Guesses the kind of a text from the name of the variable, because definitions do not contain this
 * kind.
 */
function textKindOf(name: string): 'word' | 'address' | 'lines' {
  if (/(cert|certificate|serverCA|credentials|clientKey|privateKey|encryptionKey)$/i.test(name)) {
    return 'lines';
  }
  return /(url|endpoint|host)$/i.test(name) ? 'address' : 'word';
}

/** Returns the API's error about a variable or a part of it. */
function errorAt(details: Readonly<Record<string, string>>, name: string): string | undefined {
  for (const [path, wrong] of Object.entries(details)) {
    const pathInConfig = path.replace(/^(config|destinationConfig)\./, '');
    if (pathInConfig === name) return texts.wrong(wrong);
    if (pathInConfig.startsWith(`${name}[`) || pathInConfig.startsWith(`${name}.`)) {
      return texts.wrongAt(pathInConfig, wrong);
    }
  }
  return undefined;
}

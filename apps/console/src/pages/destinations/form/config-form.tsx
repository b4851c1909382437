import type { Definition } from '../../../api/definitions.js';
import { textOf } from '../../../lib/parse-events.js';
import { Checkbox, Select, TextField } from '../../../ui/index.js';
import { kindOf, type ConfigField, type InputProps, type Values } from './config-values.js';
import { labelOf } from './field-label.js';
import styles from './forms.module.css';
import { JsonField } from './json-field.js';
import { PresetsField } from './presets-field.js';
import { RowsField } from './rows-field.js';
import { SecretField } from './secret-field.js';

interface ConfigFormProps {
  readonly definition: Definition;
  /** As the API shows it; empty for a new record. */
  readonly stored: Values;
  /** What was edited of it. */
  readonly edited: Values;
  readonly onEdit: (name: string, value: unknown) => void;
  /** `details` of an error; paths begin with `config.` */
  readonly details?: Readonly<Record<string, string>>;
  /** Variables that must be filled in first. */
  readonly missing?: readonly string[];
}

/** A form from the definition of a destination's type: a field for each variable, secrets write-only. */
export function ConfigForm(props: ConfigFormProps) {
  const { definition, stored, edited, onEdit, details = {}, missing = [] } = props;
  const { fields, secretKeys } = definition.config;
  const saysWhatIsRequired = Object.values(fields).some(({ required }) => required);
  const all = Object.entries(fields).filter(
    ([name, { replacedBy }]) => replacedBy === undefined || stored[name] !== undefined,
  );
  if (all.length === 0) return <p className={styles.none}>This type has nothing to set up.</p>;
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
          error={
            missing.includes(name) ? 'Needed: it does not work without.' : errorAt(details, name)
          }
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
    hint: hasDefault ? `${textOf(field.default)} when it is empty.` : undefined,
    error,
    required: !isOptional,
    value: text,
    onChange,
  };
  if (name === 'presets' && presets !== undefined) {
    return <PresetsField {...{ presets, value, error, onChange }} />;
  }
  if (field.secret === true) {
    return <SecretField {...shared} stored={textOf(stored ?? undefined)} look={lookOf(name)} />;
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
            { value: '', label: hasDefault ? `${textOf(field.default)} (default)` : 'Not set' },
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
          hint="One a line."
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
      return lookOf(name) === 'lines' ? (
        <TextField {...shared} mono rows={3} />
      ) : (
        <TextField {...shared} />
      );
  }
}

/** What kind of text it is: definitions do not say, names do. */
function lookOf(name: string): 'word' | 'address' | 'lines' {
  if (/(cert|certificate|serverCA|credentials|clientKey|privateKey|encryptionKey)$/i.test(name)) {
    return 'lines';
  }
  return /(url|endpoint|host)$/i.test(name) ? 'address' : 'word';
}

/** What the API says of a variable or a part of it. */
function errorAt(details: Readonly<Record<string, string>>, name: string): string | undefined {
  for (const [path, wrong] of Object.entries(details)) {
    const rest = path.replace(/^(config|destinationConfig)\./, '');
    if (rest === name) return `It ${wrong}.`;
    if (rest.startsWith(`${name}[`) || rest.startsWith(`${name}.`)) return `${rest} ${wrong}.`;
  }
  return undefined;
}

import { Eye, EyeOff, PencilLine, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton, TextField } from '../../../ui/index.js';
import { isMasked, type InputProps } from './config-values.js';
import styles from './forms.module.css';

interface SecretFieldProps extends Pick<InputProps, 'label' | 'hint' | 'error'> {
  readonly required?: boolean;
  readonly hideLabel?: boolean;
  readonly value: string;
  /** What the API shows of the stored one; empty when there is none. */
  readonly stored: string;
  readonly onChange: (value: string) => void;
  /** `address` is shown as it is written, `lines` are certificates and keys in files. */
  readonly look?: 'word' | 'address' | 'lines';
}

/** Can be written and not read: what is stored stays as it is until somebody replaces it. */
export function SecretField({ stored, look = 'word', ...field }: SecretFieldProps) {
  const [shown, setShown] = useState(false);
  const { value, onChange, label } = field;
  if (isMasked(stored) && value === stored) {
    return (
      <div className={styles.withButton}>
        <TextField
          {...field}
          mono
          disabled
          hint={field.hint ?? 'Stored. Nobody can read it here.'}
        />
        <IconButton icon={PencilLine} label={`Replace: ${label}`} onClick={() => onChange('')} />
      </div>
    );
  }
  const hidden = look === 'word' && !shown;
  return (
    <div className={styles.withButton}>
      {look === 'lines' ? (
        <TextField {...field} mono rows={3} />
      ) : (
        <TextField
          {...field}
          mono
          type={hidden ? 'password' : 'text'}
          autoComplete={hidden ? 'new-password' : 'off'}
        />
      )}
      {look === 'word' && value !== '' && (
        <IconButton
          icon={shown ? EyeOff : Eye}
          label={shown ? `Hide: ${label}` : `Show what you wrote: ${label}`}
          onClick={() => setShown(!shown)}
        />
      )}
      {isMasked(stored) && (
        <IconButton
          icon={Undo2}
          label={`Keep the stored one: ${label}`}
          onClick={() => onChange(stored)}
        />
      )}
    </div>
  );
}

import { Eye, EyeOff, PencilLine, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton, TextField } from '../../../ui/index.js';
import { TEXTS } from '../texts.js';
import { isMasked, type InputProps } from './config-values.js';
import styles from './forms.module.css';

const { secretField: texts } = TEXTS;

interface SecretFieldProps extends Pick<InputProps, 'label' | 'hint' | 'error'> {
  readonly required?: boolean;
  readonly hideLabel?: boolean;
  readonly value: string;
  /** Mask of the stored secret; empty if there is no secret. */
  readonly stored: string;
  readonly onChange: (value: string) => void;
  /** `address` is shown in plain text; `lines` is for certificates and key files. */
  readonly look?: 'word' | 'address' | 'lines';
}

/** A write-only field. The stored secret is kept until the user replaces it. */
export function SecretField({ stored, look = 'word', ...field }: SecretFieldProps) {
  const [shown, setShown] = useState(false);
  const { value, onChange, label } = field;
  if (isMasked(stored) && value === stored) {
    return (
      <div className={styles.withButton}>
        <TextField {...field} mono disabled hint={field.hint ?? texts.stored} />
        <IconButton icon={PencilLine} label={texts.replace(label)} onClick={() => onChange('')} />
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
          label={shown ? texts.hide(label) : texts.show(label)}
          onClick={() => setShown(!shown)}
        />
      )}
      {isMasked(stored) && (
        <IconButton icon={Undo2} label={texts.keep(label)} onClick={() => onChange(stored)} />
      )}
    </div>
  );
}

import { jsonOf } from '@lethe/contracts/json';
import { useState, type ReactNode } from 'react';
import { pretty } from '../../../lib/parse-events.js';
import { TextField } from '../../../ui/index.js';
import { TEXTS } from '../texts.js';
import type { InputProps } from './config-values.js';

/** Edits a value as JSON. Passes invalid JSON to `onChange` as text, which the API then rejects. */
export function JsonField({
  label,
  hint,
  error,
  value,
  onChange,
}: Omit<InputProps, 'hint'> & { readonly hint?: ReactNode }) {
  const [text, setText] = useState(() => pretty(value ?? undefined));
  const [wrong, setWrong] = useState<string>();
  return (
    <TextField
      label={label}
      hint={hint}
      mono
      rows={6}
      value={wrong === undefined && !isSameJson(text, value) ? pretty(value ?? undefined) : text}
      error={wrong ?? error}
      onChange={(next) => {
        setText(next);
        const parsed = parse(next);
        setWrong(parsed === undefined ? TEXTS.jsonField.noJson : undefined);
        onChange(parsed === undefined ? next : parsed);
      }}
    />
  );
}

/** Returns true if the text has this value. The field then keeps the text as the user wrote it. */
function isSameJson(text: string, value: unknown): boolean {
  return JSON.stringify(parse(text)) === JSON.stringify(value ?? null);
}

function parse(text: string): unknown {
  return text.trim() === '' ? null : jsonOf(text);
}

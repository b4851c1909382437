import { useState } from 'react';
import { pretty } from '../../../lib/parse-events.js';
import { TextField } from '../../../ui/index.js';
import type { InputProps } from './config-values.js';

/** For what has no form of its own. What is no JSON is handed on as a text, which the API refuses at its place. */
export function JsonField({ label, hint, error, value, onChange }: InputProps) {
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
        try {
          onChange(next.trim() === '' ? null : (JSON.parse(next) as unknown));
          setWrong(undefined);
        } catch {
          setWrong('This is not JSON yet.');
          onChange(next);
        }
      }}
    />
  );
}

/** Whether the text says the value: then it is shown as it was written. */
function isSameJson(text: string, value: unknown): boolean {
  try {
    const said: unknown = text.trim() === '' ? null : JSON.parse(text);
    return JSON.stringify(said) === JSON.stringify(value ?? null);
  } catch {
    return false;
  }
}

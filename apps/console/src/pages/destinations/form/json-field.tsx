import { jsonOf } from '@lethe/contracts/json';
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
        const parsed = parse(next);
        setWrong(parsed === undefined ? 'This is not JSON yet.' : undefined);
        onChange(parsed === undefined ? next : parsed);
      }}
    />
  );
}

/** Whether the text says the value: then it is shown as it was written. */
function isSameJson(text: string, value: unknown): boolean {
  return JSON.stringify(parse(text)) === JSON.stringify(value ?? null);
}

function parse(text: string): unknown {
  return text.trim() === '' ? null : jsonOf(text);
}

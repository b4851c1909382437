import { FilterX } from 'lucide-react';
import { Button } from './button.js';
import { TextField } from './field.js';
import { Select, type Option } from './select.js';

/** One of several, or all of them, which is undefined. */
export function ChoiceFilter<T extends string>({
  label,
  all,
  value,
  onChange,
  options,
  inRow = false,
}: {
  readonly label: string;
  /** "All states" */
  readonly all: string;
  readonly value: T | undefined;
  readonly onChange: (value: T | undefined) => void;
  readonly options: readonly Option<T>[];
  /** In the head of a card. */
  readonly inRow?: boolean;
}) {
  return (
    <Select<T | ''>
      label={label}
      hideLabel={inRow}
      size={inRow ? 's' : 'm'}
      value={value ?? ''}
      onChange={(next) => onChange(next === '' ? undefined : next)}
      options={[{ value: '', label: all }, ...options]}
    />
  );
}

interface Days {
  readonly from?: string;
  readonly until?: string;
}

/** Days of UTC. */
export function DayFilters({
  days: { from = '', until = '' },
  onChange,
}: {
  readonly days: Days;
  readonly onChange: (change: { [K in keyof Days]?: string | undefined }) => void;
}) {
  return (
    <>
      <TextField
        label="Created from (UTC)"
        type="date"
        value={from}
        onChange={(day) => onChange({ from: day || undefined })}
      />
      <TextField
        label="Until, included"
        type="date"
        value={until}
        onChange={(day) => onChange({ until: day || undefined })}
      />
    </>
  );
}

export function ClearFilters({
  search,
  onClear,
}: {
  readonly search: object;
  readonly onClear: () => void;
}) {
  if (Object.keys(search).length === 0) return null;
  return (
    <Button variant="ghost" icon={FilterX} onClick={onClear}>
      Clear
    </Button>
  );
}

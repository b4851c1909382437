import { FilterX } from 'lucide-react';
import { Button } from './button.js';
import { TextField } from './field.js';
import { Select, type Option } from './select.js';
import { TEXTS } from './texts.js';

/** A filter for one option. The value `undefined` selects all. */
export function ChoiceFilter<T extends string>({
  label,
  all,
  value,
  onChange,
  options,
  inRow = false,
}: {
  readonly label: string;
  /** Label of the option that selects all, for example "All states". */
  readonly all: string;
  readonly value: T | undefined;
  readonly onChange: (value: T | undefined) => void;
  readonly options: readonly Option<T>[];
  /** True if the filter is in the header of a card. */
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

/** Two filters for the first and the last day of the creation, in UTC. */
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
        label={TEXTS.filters.from}
        type="date"
        value={from}
        onChange={(day) => onChange({ from: day || undefined })}
      />
      <TextField
        label={TEXTS.filters.until}
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
      {TEXTS.filters.clear}
    </Button>
  );
}

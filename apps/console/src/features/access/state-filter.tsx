import { Select, Toolbar } from '../../ui/index.js';
import type { StateSearch } from '../../api/access.js';

export function StateFilter({
  search: { state = 'active' },
  onChange,
}: {
  readonly search: StateSearch;
  readonly onChange: (search: StateSearch) => void;
}) {
  return (
    <Toolbar label="Filters">
      <Select
        label="State"
        hideLabel
        value={state}
        onChange={(next) => onChange(next === 'active' ? {} : { state: next })}
        options={[
          { value: 'active', label: 'Active' },
          { value: 'expired', label: 'Expired' },
          { value: 'revoked', label: 'Revoked' },
          { value: 'all', label: 'All' },
        ]}
      />
    </Toolbar>
  );
}

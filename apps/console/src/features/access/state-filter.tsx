import { Select, Toolbar } from '../../ui/index.js';
import type { StateSearch } from '../../api/access.js';
import { TEXTS } from './texts.js';

const { stateFilter: texts } = TEXTS;
const STATES = ['active', 'expired', 'revoked', 'all'] as const;

export function StateFilter({
  search: { state = 'active' },
  onChange,
}: {
  readonly search: StateSearch;
  readonly onChange: (search: StateSearch) => void;
}) {
  return (
    <Toolbar label={texts.filters}>
      <Select
        label={texts.state}
        hideLabel
        value={state}
        onChange={(next) => onChange(next === 'active' ? {} : { state: next })}
        options={STATES.map((value) => ({ value, label: texts.states[value] }))}
      />
    </Toolbar>
  );
}

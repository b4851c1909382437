import { FilterX } from 'lucide-react';
import { changed, type Without } from '../../lib/search.js';
import { Button, Select, Switch, TextField, Toolbar } from '../../ui/index.js';
import { REGULATION_STATUS_WORDS } from '../../api/state-words.js';
import { TYPE_WORDS } from '../../features/regulations/regulation-words.js';
import {
  REGULATION_STATUSES,
  REGULATION_TYPES,
  type RegulationsSearch,
} from './regulations.search.js';

const NOT_CANCELED = 'not-canceled';

/** All filters that the API has, but for the user: that one is in no URL, and has a page of its own. */
export function RegulationsFilters({
  search,
  onChange,
}: {
  readonly search: RegulationsSearch;
  readonly onChange: (search: RegulationsSearch) => void;
}) {
  const set = (change: Without<RegulationsSearch>) => onChange(changed(search, change));
  return (
    <Toolbar label="Filters">
      <Select
        label="Type"
        value={search.type ?? ''}
        onChange={(type) => set({ type: type === '' ? undefined : type })}
        options={[
          { value: '', label: 'All types' },
          ...REGULATION_TYPES.map((value) => ({ value, label: TYPE_WORDS[value] })),
        ]}
      />
      <Select
        label="State"
        value={
          search.status ??
          (search.canceled === undefined ? '' : search.canceled ? 'canceled' : NOT_CANCELED)
        }
        onChange={(status) => {
          const none = { status: undefined, canceled: undefined };
          if (status === '') set(none);
          else if (status === NOT_CANCELED) set({ ...none, canceled: false });
          else set({ ...none, status });
        }}
        options={[
          { value: '', label: 'All states' },
          { value: NOT_CANCELED, label: 'Not canceled' },
          ...REGULATION_STATUSES.map((value) => ({ value, label: REGULATION_STATUS_WORDS[value] })),
        ]}
      />
      <TextField
        label="Created from (UTC)"
        type="date"
        value={search.from ?? ''}
        onChange={(from) => set({ from: from === '' ? undefined : from })}
      />
      <TextField
        label="Until, included"
        type="date"
        value={search.until ?? ''}
        onChange={(until) => set({ until: until === '' ? undefined : until })}
      />
      <Switch
        label="Overdue"
        checked={search.overdue === true}
        onChange={(overdue) => set({ overdue: overdue ? true : undefined })}
      />
      {Object.keys(search).length > 0 && (
        <Button variant="ghost" icon={FilterX} onClick={() => onChange({})}>
          Clear
        </Button>
      )}
    </Toolbar>
  );
}

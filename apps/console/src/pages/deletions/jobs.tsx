import { getRouteApi } from '@tanstack/react-router';
import { FilterX } from 'lucide-react';
import { useDestinationName } from '../../api/names.js';
import { DELETION_STATE_WORDS } from '../../api/state-words.js';
import { changed, type Without } from '../../lib/search.js';
import { Button, CurlButton, Select, Switch, TextField, Toolbar } from '../../ui/index.js';
import { toQuery, type Queue } from './deletions.queries.js';
import { JOB_STATUSES, type DeletionsSearch } from './deletions.search.js';
import { JobsList } from './jobs-list.js';

const route = getRouteApi('/deletions');

/** The jobs of all queues, or of those that the filters leave, the newest first. */
export function Jobs({ queues }: { readonly queues: readonly Queue[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const nameOf = useDestinationName();
  const set = (change: Without<DeletionsSearch>) =>
    void navigate({ search: changed(search, change), replace: true });
  return (
    <>
      <Toolbar label="Filters">
        <Select
          label="Destination"
          value={search.destination ?? ''}
          onChange={(destination) =>
            set({ destination: destination === '' ? undefined : destination })
          }
          options={[
            { value: '', label: 'All destinations' },
            ...queues.map(({ destinationId: value }) => ({ value, label: nameOf(value) })),
          ]}
        />
        <Select
          label="State"
          value={search.status ?? ''}
          onChange={(status) => set({ status: status === '' ? undefined : status })}
          options={[
            { value: '', label: 'All states' },
            ...JOB_STATUSES.map((value) => ({ value, label: DELETION_STATE_WORDS[value] })),
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
        <Switch
          label="Needs attention"
          checked={search.attention === true}
          onChange={(attention) => set({ attention: attention ? true : undefined })}
        />
        <Switch
          label="On hold"
          checked={search.held === true}
          onChange={(held) => set({ held: held ? true : undefined })}
        />
        {Object.keys(search).length > 0 && (
          <Button
            variant="ghost"
            icon={FilterX}
            onClick={() => void navigate({ search: {}, replace: true })}
          >
            Clear
          </Button>
        )}
        <CurlButton
          request={{
            path: `/v2/deletion-jobs?${new URLSearchParams(
              Object.entries(toQuery(search)).map(([name, value]) => [name, String(value)]),
            ).toString()}`,
          }}
        />
      </Toolbar>
      <JobsList key={JSON.stringify(search)} search={search} nameOf={nameOf} />
    </>
  );
}

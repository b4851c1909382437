import { getRouteApi } from '@tanstack/react-router';
import { useDestinationName } from '../../api/catalog.js';
import { jobsAsked, type JobFilters, type Queue } from '../../api/deletions.js';
import { CONDITION_WORDS } from '../../api/state-words.js';
import { JOB_OPTIONS } from '../../features/deletions/job-states.js';
import { changed, pathWith, type Without } from '../../lib/search.js';
import {
  ChoiceFilter,
  ClearFilters,
  CurlButton,
  DayFilters,
  Switch,
  Toolbar,
} from '../../ui/index.js';
import { JobsList } from './jobs-list.js';

const route = getRouteApi('/deletions');
const SWITCHES = [
  ['overdue', CONDITION_WORDS.overdue],
  ['attention', CONDITION_WORDS.needsAttention],
  ['held', CONDITION_WORDS.held],
] as const;

/** The jobs of all queues, or of those that the filters leave, the newest first. */
export function Jobs({ queues }: { readonly queues: readonly Queue[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const nameOf = useDestinationName();
  const set = (change: Without<JobFilters>) =>
    void navigate({ search: changed(search, change), replace: true });
  return (
    <>
      <Toolbar label="Filters">
        <ChoiceFilter
          label="Destination"
          all="All destinations"
          value={search.destination}
          onChange={(destination) => set({ destination })}
          options={queues.map(({ destinationId: value }) => ({ value, label: nameOf(value) }))}
        />
        <ChoiceFilter
          label="State"
          all="All states"
          value={search.status}
          onChange={(status) => set({ status })}
          options={JOB_OPTIONS}
        />
        <DayFilters days={search} onChange={set} />
        {SWITCHES.map(([name, label]) => (
          <Switch
            key={name}
            label={label}
            checked={search[name] === true}
            onChange={(isOn) => set({ [name]: isOn ? true : undefined })}
          />
        ))}
        <ClearFilters
          search={search}
          onClear={() => void navigate({ search: {}, replace: true })}
        />
        <CurlButton request={{ path: pathWith('/v2/deletion-jobs', jobsAsked(search)) }} />
      </Toolbar>
      <JobsList key={JSON.stringify(search)} search={search} nameOf={nameOf} />
    </>
  );
}

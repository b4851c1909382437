import { CONDITION_WORDS, REGULATION_STATUS_WORDS } from '@lethe/contracts/state-words';
import { getRouteApi } from '@tanstack/react-router';
import type { RegulationFilters } from '../../api/regulations.js';
import {
  REGULATION_STATUSES,
  REGULATION_TYPES,
  TYPE_WORDS,
} from '../../features/regulations/regulation-words.js';
import { changed, type Without } from '../../lib/search.js';
import { ChoiceFilter, ClearFilters, DayFilters, Switch, Toolbar } from '../../ui/index.js';
import { TEXTS } from './texts.js';

const route = getRouteApi('/regulations');
const NOT_CANCELED = 'not-canceled';
const { regulationsFilters: texts } = TEXTS;

/**
 * Shows all filters of the API except the filter by user. The filters are part of the URL, and URLs
 * must not contain identifiers of users.
 */
export function RegulationsFilters() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const show = (next: RegulationFilters) => void navigate({ search: next, replace: true });
  const set = (change: Without<RegulationFilters>) => show(changed(search, change));
  return (
    <Toolbar label={texts.label}>
      <ChoiceFilter
        label={texts.type}
        all={texts.allTypes}
        value={search.type}
        onChange={(type) => set({ type })}
        options={REGULATION_TYPES.map((value) => ({ value, label: TYPE_WORDS[value] }))}
      />
      <ChoiceFilter
        label={texts.state}
        all={texts.allStates}
        value={
          search.status ??
          (search.canceled === false ? NOT_CANCELED : search.canceled && 'canceled')
        }
        onChange={(status) =>
          set(
            status === NOT_CANCELED
              ? { status: undefined, canceled: false }
              : { status, canceled: undefined },
          )
        }
        options={[
          { value: NOT_CANCELED, label: texts.notCanceled },
          ...REGULATION_STATUSES.map((value) => ({
            value,
            label: REGULATION_STATUS_WORDS[value].words,
          })),
        ]}
      />
      <DayFilters days={search} onChange={set} />
      <Switch
        label={CONDITION_WORDS.overdue.words}
        checked={search.overdue === true}
        onChange={(overdue) => set({ overdue: overdue ? true : undefined })}
      />
      <ClearFilters search={search} onClear={() => show({})} />
    </Toolbar>
  );
}

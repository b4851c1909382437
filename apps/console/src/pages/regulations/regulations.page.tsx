import { getRouteApi } from '@tanstack/react-router';
import { Plus, UserSearch } from 'lucide-react';
import { useMay } from '../../api/session.js';
import { useCommands } from '../../lib/commands.js';
import { ButtonLink, CurlButton, PageHeader } from '../../ui/index.js';
import { RegulationsFilters } from './regulations-filters.js';
import { RegulationsList } from './regulations-list.js';
import { regulationsAsked } from '../../api/regulations.js';
import { useSelection } from './use-selection.js';

const route = getRouteApi('/regulations');

export default function RegulationsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const selection = useSelection();
  const mayCreate = may('regulations:suppress') || may('regulations:delete');
  useCommands(
    mayCreate
      ? [
          {
            ...{ id: 'regulations:new', label: 'New regulation', group: 'This page' },
            ...{ icon: Plus, keys: ['c'] },
            run: () => void navigate({ to: '/regulations/new' }),
          },
        ]
      : [],
  );
  const create = mayCreate && (
    <ButtonLink to="/regulations/new" variant="primary" icon={Plus}>
      New regulation
    </ButtonLink>
  );

  return (
    <>
      <PageHeader
        title="Regulations"
        description="Who is suppressed, and whose data is deleted. The newest first."
        actions={
          <>
            <CurlButton
              request={{
                path: `/v2/regulations?${new URLSearchParams(
                  Object.entries(regulationsAsked(search)).map(([name, value]) => [
                    name,
                    String(value),
                  ]),
                ).toString()}`,
              }}
            />
            <ButtonLink to="/people" icon={UserSearch}>
              Find a user
            </ButtonLink>
            {create}
          </>
        }
      />
      <RegulationsFilters
        search={search}
        onChange={(next) => void navigate({ search: next, replace: true })}
      />
      <RegulationsList
        key={JSON.stringify(search)}
        search={search}
        selection={selection}
        create={create}
      />
    </>
  );
}

import { getRouteApi } from '@tanstack/react-router';
import { UserSearch } from 'lucide-react';
import { useMay } from '../../api/session.js';
import { pathWith } from '../../lib/search.js';
import { ButtonLink, PageHeader, useCreate } from '../../ui/index.js';
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
  const create = useCreate(mayCreate && { label: 'New regulation', to: '/regulations/new' });

  return (
    <>
      <PageHeader
        title="Regulations"
        description="Who is suppressed, and whose data is deleted. The newest first."
        request={{ path: pathWith('/v2/regulations', regulationsAsked(search)) }}
        actions={
          <>
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

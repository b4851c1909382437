import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Database } from 'lucide-react';
import { useState } from 'react';
import { dataPlanesQuery, stateQuery, useDataPlanes, type DataPlane } from '../../api/access.js';
import { useMay } from '../../api/session.js';
import { LIFETIME_COLUMNS, revokeColumn } from '../../features/access/credential-columns.js';
import { StateFilter } from '../../features/access/state-filter.js';
import { pathWith } from '../../lib/search.js';
import { ConfirmDialog, ListPage, StatusBadge, Time, toast, type Column } from '../../ui/index.js';
import { NewDataPlane } from './new-data-plane.js';

const route = getRouteApi('/data-planes');
/** When one was last seen is no event; it polls within minutes. */
const REFETCH_MS = 30_000;

export default function DataPlanesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMay()('data-planes:write');
  const dataPlanes = useDataPlanes();
  const [isMaking, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<DataPlane>();
  const { state = 'all' } = stateQuery(search);
  const columns: readonly Column<DataPlane>[] = [
    { label: 'Name', cell: ({ name }) => name },
    { label: 'State', cell: (row) => <StatusBadge status={row.state} /> },
    {
      label: 'Last seen',
      cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? 'Never' : <Time value={lastUsedAt} />),
    },
    ...LIFETIME_COLUMNS,
    ...(mayWrite ? [revokeColumn<DataPlane>(setRevoking)] : []),
  ];
  return (
    <>
      <ListPage
        title="Data planes"
        description="What takes your events, polls who is suppressed, and deletes at the destinations that you leave to it."
        path={pathWith('/v2/data-planes', stateQuery(search))}
        query={useInfiniteQuery({ ...dataPlanesQuery(search), refetchInterval: REFETCH_MS })}
        columns={columns}
        create={mayWrite && { label: 'New data plane', onClick: () => setMaking(true) }}
        filters={
          <StateFilter search={search} onChange={(next) => void navigate({ search: next })} />
        }
        icon={Database}
        empty={
          state === 'active' || state === 'all'
            ? {
                title: 'No data plane yet',
                words:
                  'A data plane signs in with a secret of its own. Make one, and put its secret where the data plane is configured.',
              }
            : {
                ...{ title: 'None in this state', ofState: true },
                words: 'Data planes that have expired or were revoked are listed for good.',
              }
        }
      />
      {isMaking && <NewDataPlane onClose={() => setMaking(false)} />}
      <ConfirmDialog
        open={revoking !== undefined}
        onOpenChange={() => setRevoking(undefined)}
        title={`Revoke ${revoking?.name ?? ''}?`}
        consequence={
          <>
            <p>It gets no more answers within seconds, for good. Its name stays taken.</p>
            <p>
              It goes on taking events with what it last knew: users who are suppressed after this
              are not suppressed there. Make the new one before, and change its secret.
            </p>
          </>
        }
        confirmLabel="Revoke"
        danger
        onConfirm={async () => {
          await dataPlanes.revoke(revoking?.id ?? '');
          toast.success('Data plane revoked');
        }}
      />
    </>
  );
}

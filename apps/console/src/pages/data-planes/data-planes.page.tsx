import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Database } from 'lucide-react';
import { useState } from 'react';
import { dataPlanesQuery, stateQuery, useDataPlanes, type DataPlane } from '../../api/access.js';
import { useMay } from '../../api/session.js';
import { LIFETIME_COLUMNS, revokeColumn } from '../../features/access/credential-columns.js';
import { StateFilter } from '../../features/access/state-filter.js';
import { pathWith } from '../../lib/search.js';
import { termPage } from '../../lib/guides.js';
import { ConfirmDialog, ListPage, StatusBadge, Time, toast, type Column } from '../../ui/index.js';
import { NewDataPlane } from './new-data-plane.js';
import { TEXTS } from './texts.js';

const route = getRouteApi('/data-planes');
const { dataPlanesPage: texts } = TEXTS;
/** Polling interval. The gateway sends no event when a data plane makes contact. */
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
    { label: texts.name, cell: ({ name }) => name },
    { label: texts.state, cell: (row) => <StatusBadge status={row.state} /> },
    {
      label: texts.lastSeen,
      cell: ({ lastUsedAt }) =>
        lastUsedAt === undefined ? texts.never : <Time value={lastUsedAt} />,
    },
    ...LIFETIME_COLUMNS,
    ...(mayWrite ? [revokeColumn<DataPlane>(setRevoking)] : []),
  ];
  return (
    <>
      <ListPage
        title={texts.title}
        guide={termPage('data plane')}
        description={texts.description}
        path={pathWith('/v2/data-planes', stateQuery(search))}
        query={useInfiniteQuery({ ...dataPlanesQuery(search), refetchInterval: REFETCH_MS })}
        columns={columns}
        create={mayWrite && { label: texts.create, onClick: () => setMaking(true) }}
        filters={
          <StateFilter search={search} onChange={(next) => void navigate({ search: next })} />
        }
        icon={Database}
        empty={
          state === 'active' || state === 'all'
            ? { title: texts.none, words: texts.howTo }
            : { title: texts.noneInState, ofState: true, words: texts.whyListed }
        }
      />
      {isMaking && <NewDataPlane onClose={() => setMaking(false)} />}
      <ConfirmDialog
        open={revoking !== undefined}
        onOpenChange={() => setRevoking(undefined)}
        title={texts.revokeDialog.question(revoking?.name ?? '')}
        consequence={
          <>
            <p>{texts.revokeDialog.consequence}</p>
            <p>{texts.revokeDialog.whatGoesOn}</p>
          </>
        }
        confirmLabel={texts.revokeDialog.confirm}
        danger
        onConfirm={async () => {
          await dataPlanes.revoke(revoking?.id ?? '');
          toast.success(texts.revokeDialog.done);
        }}
      />
    </>
  );
}

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Database, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client.js';
import { useMay } from '../../api/session.js';
import { useCommands } from '../../lib/commands.js';
import {
  Button,
  ConfirmDialog,
  CurlButton,
  EmptyState,
  IconButton,
  Loading,
  LoadMore,
  PageHeader,
  StatusBadge,
  Table,
  Time,
  toast,
} from '../../ui/index.js';
import { LIFETIME_COLUMNS } from '../../features/access/credential-columns.js';
import { StateFilter } from '../../features/access/state-filter.js';
import { stateQuery } from '../../features/access/state.search.js';
import { NewDataPlane } from './new-data-plane.js';

type DataPlane = Schemas['DataPlaneDto'];

const route = getRouteApi('/data-planes');
const KEY = ['data-planes'];

export default function DataPlanesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMay()('data-planes:write');
  const queries = useQueryClient();
  const [isMaking, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<DataPlane>();
  const state = stateQuery(search);
  const list = useInfiniteQuery({
    queryKey: [...KEY, search],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...state, page: pageParam };
      return dataOf(api.GET('/v2/data-planes', { params: { query }, signal }));
    },
    initialPageParam: 1,
    getNextPageParam: ({ paging }, _pages, page) => (paging.next === undefined ? null : page + 1),
    // When one was last seen is no event; it polls within minutes.
    refetchInterval: 30_000,
  });
  const rows = list.data?.pages.flatMap(({ dataPlanes }) => dataPlanes) ?? [];
  const startMaking = () => setMaking(true);
  useCommands(
    mayWrite
      ? [
          {
            ...{ id: 'data-planes:new', label: 'New data plane', group: 'This page' },
            ...{ icon: Plus, keys: ['c'], run: startMaking },
          },
        ]
      : [],
  );
  const make = mayWrite && (
    <Button variant="primary" icon={Plus} onClick={startMaking}>
      New data plane
    </Button>
  );

  return (
    <>
      <PageHeader
        title="Data planes"
        description="What takes your events, polls who is suppressed, and deletes at the destinations that you leave to it."
        actions={
          <>
            <CurlButton
              request={{ path: `/v2/data-planes${state.state ? `?state=${state.state}` : ''}` }}
            />
            {rows.length > 0 && make}
          </>
        }
      />
      <StateFilter search={search} onChange={(next) => void navigate({ search: next })} />
      {list.data === undefined ? (
        <Loading query={list} lines={5} height={28} />
      ) : rows.length === 0 ? (
        search.state === undefined || search.state === 'all' ? (
          <EmptyState icon={Database} title="No data plane yet" action={make}>
            A data plane signs in with a secret of its own. Make one, and put its secret where the
            data plane is configured.
          </EmptyState>
        ) : (
          <EmptyState icon={Database} title="None in this state">
            Data planes that have expired or were revoked are listed for good.
          </EmptyState>
        )
      ) : (
        <>
          <Table
            label="Data planes"
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
              { label: 'Name', cell: ({ name }) => name },
              { label: 'State', cell: (row) => <StatusBadge status={row.state} /> },
              {
                label: 'Last seen',
                cell: ({ lastUsedAt }) =>
                  lastUsedAt === undefined ? 'Never' : <Time value={lastUsedAt} />,
              },
              ...LIFETIME_COLUMNS,
              {
                ...{ label: 'Actions', hideLabel: true, align: 'end' },
                cell: (row) =>
                  mayWrite &&
                  row.state === 'active' && (
                    <IconButton
                      icon={Trash2}
                      size="s"
                      label={`Revoke ${row.name}`}
                      onClick={() => setRevoking(row)}
                    />
                  ),
              },
            ]}
          />
          <LoadMore
            shown={rows.length}
            total={list.data.pages[0]?.paging.total}
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            onLoad={() => void list.fetchNextPage()}
          />
        </>
      )}
      <NewDataPlane open={isMaking} onOpenChange={setMaking} />
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
          await api.DELETE('/v2/data-planes/{id}', {
            params: { path: { id: revoking?.id ?? '' } },
          });
          await queries.invalidateQueries({ queryKey: KEY });
          toast.success('Data plane revoked');
        }}
      />
    </>
  );
}

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Database, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import { api, dataOf, type Schemas } from '../../api/client.js';
import { useMay } from '../../api/session.js';
import {
  Button,
  ConfirmDialog,
  CopyButton,
  CurlButton,
  Dialog,
  EmptyState,
  ErrorState,
  IconButton,
  LoadMore,
  Mono,
  PageHeader,
  Skeleton,
  StatusBadge,
  Table,
  TextField,
  Time,
  toast,
} from '../../ui/index.js';

type DataPlane = Schemas['DataPlaneDto'];

const KEY = ['data-planes'];

export default function DataPlanesPage() {
  const may = useMay();
  const mayWrite = may('data-planes:write');
  const queries = useQueryClient();
  const [isMaking, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<DataPlane>();
  const list = useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam, signal }) =>
      dataOf(api.GET('/v2/data-planes', { params: { query: { page: pageParam } }, signal })),
    initialPageParam: 1,
    getNextPageParam: ({ paging }, _pages, page) => (paging.next === undefined ? null : page + 1),
  });
  const rows = list.data?.pages.flatMap(({ dataPlanes }) => dataPlanes) ?? [];
  const make = mayWrite && (
    <Button
      variant="primary"
      icon={Plus}
      onClick={() => {
        setMaking(true);
      }}
    >
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
            <CurlButton request={{ path: '/v2/data-planes' }} />
            {rows.length > 0 && make}
          </>
        }
      />
      {list.data === undefined ? (
        list.error === null ? (
          <Skeleton lines={5} height={28} />
        ) : (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        )
      ) : rows.length === 0 ? (
        <EmptyState icon={Database} title="No data plane yet" action={make}>
          A data plane signs in with a secret of its own. Make one, and put its secret where the
          data plane is configured.
        </EmptyState>
      ) : (
        <>
          <Table
            label="Data planes"
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
              { label: 'Name', cell: ({ name }) => name },
              { label: 'State', cell: ({ state }) => <StatusBadge status={state} /> },
              { label: 'Last seen', cell: ({ lastUsedAt }) => <Time value={lastUsedAt} /> },
              {
                ...{ label: 'Created', wideOnly: true },
                cell: ({ createdAt }) => <Time value={createdAt} />,
              },
              {
                ...{ label: 'Actions', hideLabel: true, align: 'end' },
                cell: (row) =>
                  mayWrite &&
                  row.state === 'active' && (
                    <IconButton
                      icon={Trash2}
                      size="s"
                      label={`Revoke ${row.name}`}
                      onClick={() => {
                        setRevoking(row);
                      }}
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
        onOpenChange={() => {
          setRevoking(undefined);
        }}
        title={`Revoke ${revoking?.name ?? ''}?`}
        consequence="It gets no more answers, for good. Its events go on with what it last knew of who is suppressed."
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

/** Its secret is shown once, in the same dialog, and is forgotten with it. */
function NewDataPlane({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const [name, setName] = useState('');
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: () => dataOf(api.POST('/v2/data-planes', { body: { name: name.trim() } })),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
    gcTime: 0,
  });
  const close = (next: boolean) => {
    onOpenChange(next);
    if (next) return;
    setName('');
    make.reset();
  };
  const made = make.data;
  if (made !== undefined) {
    return (
      <Dialog
        open={open}
        onOpenChange={close}
        title={`${made.dataPlane.name} is made`}
        description="This is its secret. It is shown now, and never again."
        footer={
          <>
            <CopyButton text={made.secret} label="Copy the secret" withLabel size="m" />
            <Button
              variant="primary"
              onClick={() => {
                close(false);
              }}
            >
              I have it
            </Button>
          </>
        }
      >
        <Mono>{made.secret}</Mono>
      </Dialog>
    );
  }
  const details = make.error instanceof ApiError ? make.error.details : {};
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="New data plane"
      size="s"
      footer={
        <>
          <Button
            onClick={() => {
              close(false);
            }}
          >
            Cancel
          </Button>
          <Button
            variant="primary"
            pending={make.isPending}
            disabled={name.trim() === ''}
            onClick={() => {
              make.mutate();
            }}
          >
            Make
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        placeholder="eu-1"
        error={details.name}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && name.trim() !== '' && !make.isPending) make.mutate();
        }}
      />
      {make.isError && <ErrorState compact error={make.error} />}
    </Dialog>
  );
}

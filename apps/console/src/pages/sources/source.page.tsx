import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { PencilLine } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import {
  connectionsQuery,
  destinationsQuery,
  ifMatch,
  sourceQuery,
  type Source,
  type Versioned,
} from '../../api/catalog.queries.js';
import { api } from '../../api/client.js';
import { useMay } from '../../api/session.js';
import {
  ButtonLink,
  Card,
  ConfirmDialog,
  Copyable,
  CurlButton,
  Facts,
  ItemMenu,
  Loading,
  PageHeader,
  Stack,
  StatusBadge,
  Table,
  TextField,
  Time,
  toast,
} from '../../ui/index.js';
import { ConnectionCell } from '../../features/connections/connection-cell.js';
import styles from '../destinations/destinations.module.css';
import { WriteKey } from './write-key.js';

const route = getRouteApi('/sources/$id');
const CRUMBS = [{ label: 'Sources', to: '/sources' }] as const;

export default function SourcePage() {
  const { id } = route.useParams();
  const mayWrite = useMay()('catalog:write');
  const query = useQuery(sourceQuery(id));
  const { data } = query;
  if (data === undefined) {
    return (
      <>
        <PageHeader title="Source" crumbs={CRUMBS} />
        <Loading query={query} lines={6} />
      </>
    );
  }
  const source = data.value;
  return (
    <>
      <PageHeader
        title="Source"
        heading={source.name}
        crumbs={CRUMBS}
        description={source.type}
        badge={<StatusBadge status={source.enabled ? 'enabled' : 'disabled'} />}
        actions={
          <>
            <CurlButton request={{ path: `/v2/sources/${id}` }} />
            {mayWrite && <SourceMenu read={data} />}
          </>
        }
      />
      <Stack>
        <Card title="What it is">
          <Facts
            facts={[
              ['Id', <Copyable key="id" text={source.id} label="Copy the id" />],
              ['Write key', <WriteKey key="key" value={source.writeKey} />],
              ['Created', <Time key="created" value={source.createdAt} />],
              ['Changed', <Time key="changed" value={source.updatedAt} />],
              [
                'In a regulation',
                'Give its id in sourceIds to suppress users at this source alone.',
              ],
            ]}
          />
        </Card>
        <Destinations source={source} />
      </Stack>
    </>
  );
}

function Destinations({ source }: { readonly source: Source }) {
  const destinations = useQuery(destinationsQuery);
  const connections = useQuery(connectionsQuery);
  return (
    <Card title="Destinations">
      {destinations.data === undefined || connections.data === undefined ? (
        <Loading
          query={destinations.data === undefined ? destinations : connections}
          compact
          lines={3}
        />
      ) : destinations.data.total === 0 ? (
        <div className={styles.form}>
          <p className={styles.quiet}>There is no destination yet: its events go nowhere.</p>
          <div>
            <ButtonLink to="/destinations">Destinations</ButtonLink>
          </div>
        </div>
      ) : (
        <Table
          label="Destinations"
          rows={destinations.data.rows}
          rowKey={({ id }) => id}
          columns={[
            {
              label: 'Destination',
              cell: ({ id, name }) => (
                <Link to="/destinations/$id" params={{ id }}>
                  {name}
                </Link>
              ),
            },
            { label: 'Type', wideOnly: true, cell: ({ type }) => type },
            {
              ...{ label: 'Connection', align: 'end' },
              cell: (destination) => (
                <ConnectionCell
                  source={source}
                  destination={destination}
                  connection={connections.data.rows.find(
                    (one) => one.sourceId === source.id && one.destinationId === destination.id,
                  )}
                />
              ),
            },
          ]}
        />
      )}
    </Card>
  );
}

function SourceMenu({ read: { value, etag } }: { readonly read: Versioned<Source> }) {
  const { id, name, enabled } = value;
  const queries = useQueryClient();
  const navigate = route.useNavigate();
  const { data: connections } = useQuery(connectionsQuery);
  const [asked, setAsked] = useState<'rename' | 'switch' | 'delete'>();
  const [newName, setNewName] = useState(name);
  const connected = connections?.rows.filter(({ sourceId }) => sourceId === id).length ?? 0;
  const params = { path: { id }, header: ifMatch(etag) };
  const patch = useMutation({
    mutationFn: async (body: { name?: string; enabled?: boolean }) => {
      await api.PATCH('/v2/sources/{id}', { params, body });
    },
    // After a 412, too: what is asked again is asked of what is there now.
    onSettled: () => queries.invalidateQueries({ queryKey: ['sources'] }),
  });
  const close = () => {
    patch.reset();
    setAsked(undefined);
  };
  return (
    <>
      <ItemMenu
        enabled={enabled}
        onAsk={setAsked}
        first={[
          {
            ...{ label: 'Rename…', icon: PencilLine },
            onSelect: () => {
              setNewName(name);
              setAsked('rename');
            },
          },
        ]}
      />
      <ConfirmDialog
        open={asked === 'rename'}
        onOpenChange={close}
        title={`Rename ${name}?`}
        consequence="Its id and its write key stay."
        confirmLabel="Rename"
        onConfirm={() => patch.mutateAsync({ name: newName.trim() })}
      >
        <TextField
          label="Name"
          value={newName}
          maxLength={200}
          onChange={setNewName}
          error={patch.error instanceof ApiError ? patch.error.details.name : undefined}
        />
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'switch'}
        onOpenChange={close}
        title={enabled ? `Disable ${name}?` : `Enable ${name}?`}
        consequence={
          enabled
            ? 'Data planes take no more events with its write key, from their next look at the configuration on. Whatever sends them loses them.'
            : 'Data planes take events with its write key again, from their next look at the configuration on.'
        }
        confirmLabel={enabled ? 'Disable' : 'Enable'}
        danger={enabled}
        onConfirm={() => patch.mutateAsync({ enabled: !enabled })}
      />
      <ConfirmDialog
        open={asked === 'delete'}
        onOpenChange={close}
        title={`Delete ${name}?`}
        consequence={
          <ul className={styles.plain}>
            <li>
              {connected === 0
                ? 'It is connected to nothing.'
                : `Its ${connected === 1 ? 'connection goes' : `${connected} connections go`} with it.`}
            </li>
            <li>Its write key works no more, and can’t be made again.</li>
            <li>Users who are suppressed everywhere stay so.</li>
          </ul>
        }
        confirmLabel="Delete"
        danger
        onConfirm={async () => {
          await api.DELETE('/v2/sources/{id}', { params });
          await navigate({ to: '/sources' });
          queries.removeQueries({ queryKey: ['sources', 'one', id] });
          await queries.invalidateQueries({ queryKey: ['sources'] });
          await queries.invalidateQueries({ queryKey: ['connections'] });
          toast.success('Source deleted');
        }}
      />
    </>
  );
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PencilLine } from 'lucide-react';
import { useState } from 'react';
import { detailsOf } from '../../api/api-error.js';
import {
  connectionsQuery,
  destinationsQuery,
  sourceQuery,
  useSources,
  type Source,
} from '../../api/catalog.js';
import type { Versioned } from '../../api/client.js';
import { useMay } from '../../api/session.js';
import { ConnectionsOf } from '../../features/connections/connections-of.js';
import {
  ButtonLink,
  Card,
  ConfirmDialog,
  Copyable,
  Facts,
  ItemMenu,
  LoadingPage,
  PageHeader,
  Stack,
  StatusBadge,
  shared,
  TextField,
  Time,
  toast,
} from '../../ui/index.js';
import { WriteKey } from './write-key.js';

const route = getRouteApi('/sources/$id');
const CRUMBS = [{ label: 'Sources', to: '/sources' }] as const;

export default function SourcePage() {
  const { id } = route.useParams();
  const mayWrite = useMay()('catalog:write');
  const query = useQuery(sourceQuery(id));
  const destinations = useQuery(destinationsQuery);
  const { data: source } = query;
  if (source === undefined) return <LoadingPage title="Source" crumbs={CRUMBS} query={query} />;
  return (
    <>
      <PageHeader
        title="Source"
        heading={source.name}
        crumbs={CRUMBS}
        description={source.type}
        badge={<StatusBadge status={source.enabled ? 'enabled' : 'disabled'} />}
        request={{ path: `/v2/sources/${id}` }}
        actions={mayWrite && <SourceMenu source={source} />}
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
        <ConnectionsOf
          of={source}
          others={destinations}
          are="Destination"
          none={
            <Stack>
              <p className={shared.quiet}>There is no destination yet: its events go nowhere.</p>
              <div>
                <ButtonLink to="/destinations">Destinations</ButtonLink>
              </div>
            </Stack>
          }
        />
      </Stack>
    </>
  );
}

function SourceMenu({ source }: { readonly source: Versioned<Source> }) {
  const { id, name, enabled, etag } = source;
  const sources = useSources();
  const navigate = route.useNavigate();
  const { data: connections } = useQuery(connectionsQuery);
  const [newName, setNewName] = useState<string>();
  const connected = connections?.rows.filter(({ sourceId }) => sourceId === id).length ?? 0;
  const rename = useMutation({
    mutationFn: (to: string) => sources.change(id, etag, { name: to }),
  });
  return (
    <>
      <ItemMenu
        {...{ name, enabled }}
        first={[{ label: 'Rename…', icon: PencilLine, onSelect: () => setNewName(name) }]}
        disabling="Data planes take no more events with its write key, from their next look at the configuration on. Whatever sends them loses them."
        enabling="Data planes take events with its write key again, from their next look at the configuration on."
        isLossy
        onSwitch={(next) => sources.change(id, etag, { enabled: next })}
        deleting={
          <>
            <li>
              {connected === 0
                ? 'It is connected to nothing.'
                : `Its ${connected === 1 ? 'connection goes' : `${connected} connections go`} with it.`}
            </li>
            <li>Its write key works no more, and can’t be made again.</li>
            <li>Users who are suppressed everywhere stay so.</li>
          </>
        }
        onDelete={async () => {
          await sources.remove(id, etag, () => navigate({ to: '/sources' }));
          toast.success('Source deleted');
        }}
      />
      <ConfirmDialog
        open={newName !== undefined}
        onOpenChange={() => {
          rename.reset();
          setNewName(undefined);
        }}
        title={`Rename ${name}?`}
        consequence="Its id and its write key stay."
        confirmLabel="Rename"
        onConfirm={() => rename.mutateAsync(newName?.trim() ?? name)}
      >
        <TextField
          label="Name"
          value={newName ?? ''}
          maxLength={200}
          onChange={setNewName}
          error={detailsOf(rename.error).name}
        />
      </ConfirmDialog>
    </>
  );
}

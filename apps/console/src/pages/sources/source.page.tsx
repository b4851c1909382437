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
import { TEXTS } from './texts.js';
import { WriteKey } from './write-key.js';

const route = getRouteApi('/sources/$id');
const { sourcePage: texts } = TEXTS;
const CRUMBS = [{ label: texts.sources, to: '/sources' }] as const;

export default function SourcePage() {
  const { id } = route.useParams();
  const mayWrite = useMay()('catalog:write');
  const query = useQuery(sourceQuery(id));
  const destinations = useQuery(destinationsQuery);
  const { data: source } = query;
  if (source === undefined)
    return <LoadingPage title={texts.title} crumbs={CRUMBS} query={query} />;
  return (
    <>
      <PageHeader
        title={texts.title}
        heading={source.name}
        crumbs={CRUMBS}
        description={source.type}
        badge={<StatusBadge status={source.enabled ? 'enabled' : 'disabled'} />}
        request={{ path: `/v2/sources/${id}` }}
        actions={mayWrite && <SourceMenu source={source} />}
      />
      <Stack>
        <Card title={texts.details}>
          <Facts
            facts={[
              [texts.id, <Copyable key="id" text={source.id} label={texts.copyId} />],
              [texts.writeKey, <WriteKey key="key" value={source.writeKey} />],
              [texts.created, <Time key="created" value={source.createdAt} />],
              [texts.changed, <Time key="changed" value={source.updatedAt} />],
              [texts.forApi, texts.howToName],
            ]}
          />
        </Card>
        <ConnectionsOf
          of={source}
          others={destinations}
          are="destination"
          none={
            <Stack>
              <p className={shared.quiet}>{texts.noDestinations}</p>
              <div>
                <ButtonLink to="/destinations">{texts.goToDestinations}</ButtonLink>
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
  const { menu, renameDialog } = texts;
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
        first={[{ label: menu.rename, icon: PencilLine, onSelect: () => setNewName(name) }]}
        disabling={menu.disabling}
        enabling={menu.enabling}
        isLossy
        onSwitch={(next) => sources.change(id, etag, { enabled: next })}
        deleting={
          <>
            <li>{connected === 0 ? menu.noConnection : menu.connections(connected)}</li>
            <li>{menu.writeKey}</li>
            <li>{menu.users}</li>
          </>
        }
        onDelete={async () => {
          await sources.remove(id, etag, () => navigate({ to: '/sources' }));
          toast.success(menu.deleted);
        }}
      />
      <ConfirmDialog
        open={newName !== undefined}
        onOpenChange={() => {
          rename.reset();
          setNewName(undefined);
        }}
        title={renameDialog.question(name)}
        consequence={renameDialog.consequence}
        confirmLabel={renameDialog.confirm}
        onConfirm={() => rename.mutateAsync(newName?.trim() ?? name)}
      >
        <TextField
          label={renameDialog.name}
          value={newName ?? ''}
          maxLength={200}
          onChange={setNewName}
          error={detailsOf(rename.error).name}
        />
      </ConfirmDialog>
    </>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useBlocker } from '@tanstack/react-router';
import { Ellipsis, Power, PowerOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  connectionsQuery,
  destinationQuery,
  ifMatch,
  type Destination,
  type Versioned,
} from '../../api/catalog.queries.js';
import { api } from '../../api/client.js';
import { definitionQuery } from '../../api/definitions.queries.js';
import { useMay } from '../../api/session.js';
import { TestCasesTab } from '../../test-cases/test-cases-tab.js';
import {
  ButtonLink,
  ConfirmDialog,
  CurlButton,
  IconButton,
  Loading,
  Menu,
  PageHeader,
  StatusBadge,
  Tabs,
  toast,
} from '../../ui/index.js';
import { queuesByIdQuery } from './deletions.queries.js';
import { DestinationConnections } from './destination-connections.js';
import { DestinationDeletions } from './destination-deletions.js';
import { useDraft } from './destination-draft.js';
import { DestinationSettings } from './destination-settings.js';
import { DestinationTest } from './destination-test.js';
import styles from './destinations.module.css';
import { openJobs } from './queue-health.js';

const route = getRouteApi('/destinations/$id');

export default function DestinationPage() {
  const { id } = route.useParams();
  const query = useQuery(destinationQuery(id));
  const { data } = query;
  if (data !== undefined) return <Loaded key={id} read={data} />;
  return (
    <>
      <PageHeader title="Destination" crumbs={[{ label: 'Destinations', to: '/destinations' }]} />
      <Loading query={query} lines={8} height={24} />
    </>
  );
}

function Loaded({ read }: { readonly read: Versioned<Destination> }) {
  const destination = read.value;
  const { id, name, type, enabled } = destination;
  const search = route.useSearch();
  const { tab = 'settings', status } = search;
  const navigate = route.useNavigate();
  const may = useMay();
  const query = useQuery(definitionQuery(type));
  const { data: definition } = query;
  const { data: queues } = useQuery({ ...queuesByIdQuery, enabled: may('regulations:read') });
  const draft = useDraft(read, definition?.config.fields);
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => draft.isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: draft.isDirty,
    withResolver: true,
  });
  return (
    <>
      <PageHeader
        title="Destination"
        heading={name}
        crumbs={[{ label: 'Destinations', to: '/destinations' }]}
        description={definition?.displayName ?? type}
        badge={
          <>
            <StatusBadge status={enabled ? 'enabled' : 'disabled'} />
            {queues?.[id]?.pausedAt !== undefined && <StatusBadge status="paused" />}
          </>
        }
        actions={
          <>
            <CurlButton request={{ path: `/v2/destinations/${id}` }} />
            {may('catalog:write') && <DestinationMenu read={read} />}
          </>
        }
      />
      {definition === undefined ? (
        <Loading query={query} lines={8} height={24} />
      ) : (
        <Tabs
          label="Parts of the destination"
          value={tab === 'deletions' && !may('regulations:read') ? 'settings' : tab}
          onChange={(next) =>
            void navigate({ search: next === 'settings' ? {} : { tab: next }, replace: true })
          }
          tabs={[
            { value: 'settings', label: draft.isDirty ? 'Settings, not saved' : 'Settings' },
            { value: 'test-cases', label: 'Test cases' },
            ...(may('regulations:read')
              ? [{ value: 'deletions' as const, label: 'Deletions' }]
              : []),
            { value: 'connections', label: 'Connections' },
          ]}
        >
          {tab === 'test-cases' ? (
            <TestCasesTab
              owner={{ kind: 'destination', id }}
              selected={search.case}
              onSelect={(caseId) =>
                void navigate({
                  search: { tab: 'test-cases', ...(caseId !== undefined && { case: caseId }) },
                  replace: true,
                })
              }
              makeOne={
                <ButtonLink to="/playground" search={{ destination: id }}>
                  Try an event
                </ButtonLink>
              }
            />
          ) : tab === 'connections' ? (
            <DestinationConnections destination={destination} />
          ) : tab === 'deletions' && may('regulations:read') ? (
            <DestinationDeletions
              destination={destination}
              definition={definition}
              status={status}
              onStatus={(next) =>
                void navigate({
                  search: { tab: 'deletions', ...(next !== undefined && { status: next }) },
                  replace: true,
                })
              }
            />
          ) : (
            <div className={styles.columns}>
              <DestinationSettings
                destination={destination}
                definition={definition}
                draft={draft}
              />
              <DestinationTest
                destination={destination}
                definition={definition}
                unsaved={draft.patch.config ?? {}}
              />
            </div>
          )}
        </Tabs>
      )}
      <ConfirmDialog
        open={leaving.status === 'blocked'}
        onOpenChange={() => {
          leaving.reset?.();
        }}
        title="Leave without saving?"
        consequence="What you have edited here is lost."
        confirmLabel="Leave"
        danger
        onConfirm={() => {
          leaving.proceed?.();
          return Promise.resolve();
        }}
      />
    </>
  );
}

function DestinationMenu({ read: { value, etag } }: { readonly read: Versioned<Destination> }) {
  const { id, name, enabled } = value;
  const queries = useQueryClient();
  const navigate = route.useNavigate();
  const may = useMay();
  const [asked, setAsked] = useState<'switch' | 'delete'>();
  const { data: connections } = useQuery(connectionsQuery);
  const { data: queues } = useQuery({ ...queuesByIdQuery, enabled: may('regulations:read') });
  const queue = queues?.[id];
  const waiting = queue === undefined ? 0 : openJobs(queue);
  const connected = connections?.rows.filter((one) => one.destinationId === id).length ?? 0;
  const params = { path: { id }, header: ifMatch(etag) };
  const close = () => {
    setAsked(undefined);
  };
  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} label="What can be done with it" />}
        groups={[
          {
            items: [
              {
                label: enabled ? 'Disable…' : 'Enable…',
                icon: enabled ? PowerOff : Power,
                onSelect: () => {
                  setAsked('switch');
                },
              },
            ],
          },
          {
            items: [
              {
                ...{ label: 'Delete…', icon: Trash2, danger: true },
                onSelect: () => {
                  setAsked('delete');
                },
              },
            ],
          },
        ]}
      />
      <ConfirmDialog
        open={asked === 'switch'}
        onOpenChange={close}
        title={enabled ? `Disable ${name}?` : `Enable ${name}?`}
        consequence={
          enabled
            ? 'Data planes send it no more events, from their next look at the configuration on. Deletions there go on: they are paused in the tab Deletions.'
            : `Data planes send it the events of ${connected === 1 ? '1 connected source' : `${connected} connected sources`}, from their next look at the configuration on.`
        }
        confirmLabel={enabled ? 'Disable' : 'Enable'}
        onConfirm={async () => {
          await api.PATCH('/v2/destinations/{id}', { params, body: { enabled: !enabled } });
          await queries.invalidateQueries({ queryKey: ['destinations'] });
          toast.success(enabled ? 'Destination disabled' : 'Destination enabled');
        }}
      />
      <ConfirmDialog
        open={asked === 'delete'}
        onOpenChange={close}
        title={`Delete ${name}?`}
        consequence={
          <ul className={styles.plain}>
            <li>
              {connected === 0
                ? 'No source is connected to it.'
                : `Its ${connected === 1 ? 'connection goes' : `${connected} connections go`} with it.`}
            </li>
            {waiting > 0 && (
              <li>
                <strong>
                  {waiting === 1
                    ? '1 deletion is open there'
                    : `${waiting} deletions are open there`}
                </strong>
                : those that wait are aborted, and what it has of these users stays. What a worker
                has in hand goes on.
              </li>
            )}
            <li>Its test cases go with it.</li>
            <li>What it has of users is not deleted by that.</li>
            <li>It can’t be taken back: its secrets are gone.</li>
          </ul>
        }
        confirmLabel="Delete"
        danger
        onConfirm={async () => {
          await api.DELETE('/v2/destinations/{id}', { params });
          await navigate({ to: '/destinations' });
          queries.removeQueries({ queryKey: ['destinations', 'one', id] });
          await queries.invalidateQueries({ queryKey: ['destinations'] });
          await queries.invalidateQueries({ queryKey: ['connections'] });
          toast.success('Destination deleted');
        }}
      />
    </>
  );
}

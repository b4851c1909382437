import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useBlocker } from '@tanstack/react-router';
import { destinationQuery, type Destination, type Versioned } from '../../api/catalog.queries.js';
import { definitionQuery } from '../../api/definitions.queries.js';
import { useMay } from '../../api/session.js';
import { TestCasesTab } from '../../features/test-cases/test-cases-tab.js';
import {
  ButtonLink,
  ConfirmDialog,
  CurlButton,
  Loading,
  PageHeader,
  StatusBadge,
  Tabs,
} from '../../ui/index.js';
import { queuesByIdQuery } from './deletions.queries.js';
import { DestinationConnections } from './destination-connections.js';
import { DestinationDeletions } from './destination-deletions.js';
import { useDraft } from './destination-draft.js';
import { DestinationMenu } from './destination-menu.js';
import { DestinationSettings } from './destination-settings.js';
import { DestinationTest } from './destination-test.js';
import styles from './destinations.module.css';

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

import { defined } from '@lethe/contracts/json';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { destinationQuery, type Destination } from '../../api/catalog.js';
import type { Versioned } from '../../api/client.js';
import { definitionQuery } from '../../api/definitions.js';
import { queuesByIdQuery } from '../../api/deletions.js';
import { useMay } from '../../api/session.js';
import { testDestination } from '../../api/tests.js';
import { TestCasesTab } from '../../features/test-cases/test-cases-tab.js';
import {
  ButtonLink,
  Loading,
  LoadingPage,
  PageHeader,
  shared,
  StatusBadge,
  Tabs,
  UnsavedDialog,
} from '../../ui/index.js';
import { DestinationConnections } from './destination-connections.js';
import { DestinationDeletions } from './destination-deletions.js';
import { useDraft } from './destination-draft.js';
import { DestinationMenu } from './destination-menu.js';
import { DestinationSettings } from './destination-settings.js';
import { EventTest, stagesOf } from './event-test.js';
import { withoutSecrets } from './form/config-values.js';
import { labelOf } from './form/field-label.js';
import { TEXTS } from './texts.js';

const route = getRouteApi('/destinations/$id');

const { destinationPage: texts } = TEXTS;
const CRUMBS = [{ label: texts.destinations, to: '/destinations' }] as const;

export default function DestinationPage() {
  const { id } = route.useParams();
  const query = useQuery(destinationQuery(id));
  if (query.data !== undefined) return <Loaded key={id} destination={query.data} />;
  return <LoadingPage title={texts.title} crumbs={CRUMBS} query={query} />;
}

function Loaded({ destination }: { readonly destination: Versioned<Destination> }) {
  const { id, name, type, enabled } = destination;
  const search = route.useSearch();
  const { tab = 'settings' } = search;
  const navigate = route.useNavigate();
  const may = useMay();
  const query = useQuery(definitionQuery(type));
  const { data: definition } = query;
  const { data: queues } = useQuery({ ...queuesByIdQuery, enabled: may('regulations:read') });
  const draft = useDraft(destination, definition?.config.fields);
  /** Unsaved configuration, used only for the test. */
  const unsaved = draft.patch.config;
  return (
    <>
      <PageHeader
        title={texts.title}
        heading={name}
        crumbs={CRUMBS}
        description={definition?.displayName ?? type}
        badge={
          <>
            <StatusBadge status={enabled ? 'enabled' : 'disabled'} />
            {queues?.[id]?.pausedAt !== undefined && <StatusBadge status="paused" />}
          </>
        }
        request={{ path: `/v2/destinations/${id}` }}
        actions={may('catalog:write') && <DestinationMenu destination={destination} />}
      />
      {definition === undefined ? (
        <Loading query={query} lines={8} height={24} />
      ) : (
        <Tabs
          label={texts.parts}
          value={tab === 'deletions' && !may('regulations:read') ? 'settings' : tab}
          onChange={(next) =>
            void navigate({ search: next === 'settings' ? {} : { tab: next }, replace: true })
          }
          tabs={[
            { value: 'settings', label: draft.isDirty ? texts.unsavedSettings : texts.settings },
            { value: 'test-cases', label: texts.testCases },
            ...(may('regulations:read')
              ? [{ value: 'deletions' as const, label: texts.deletions }]
              : []),
            { value: 'connections', label: texts.connections },
          ]}
        >
          {tab === 'test-cases' ? (
            <TestCasesTab
              owner={{ kind: 'destination', id }}
              selected={search.case}
              onSelect={(caseId) =>
                void navigate({
                  search: { tab: 'test-cases', ...defined({ case: caseId }) },
                  replace: true,
                })
              }
              makeOne={
                <ButtonLink to="/playground" search={{ destination: id }}>
                  {texts.tryEvent}
                </ButtonLink>
              }
            />
          ) : tab === 'connections' ? (
            <DestinationConnections destination={destination} />
          ) : tab === 'deletions' && may('regulations:read') ? (
            <DestinationDeletions destination={destination} definition={definition} />
          ) : (
            <div className={shared.columns}>
              <DestinationSettings
                destination={destination}
                definition={definition}
                draft={draft}
              />
              <EventTest
                title={texts.test}
                definition={definition}
                note={unsaved && texts.withUnsaved(Object.keys(unsaved).map(labelOf).join(', '))}
                ask={(message, send) =>
                  testDestination(
                    id,
                    {
                      ...{ message, stage: stagesOf(send) },
                      ...defined({ destinationConfig: unsaved }),
                    },
                    { force: true },
                  )
                }
                curl={(message) => {
                  const { fields, secretKeys } = definition.config;
                  const shown = unsaved && withoutSecrets(fields, secretKeys, unsaved);
                  const body = { message, stage: stagesOf(false) };
                  return {
                    path: `/v0/testDestination/${id}?force=true`,
                    body: { ...body, ...defined({ destinationConfig: shown }) },
                  };
                }}
              />
            </div>
          )}
        </Tabs>
      )}
      <UnsavedDialog isUnsaved={draft.isDirty} consequence={texts.unsaved} />
    </>
  );
}

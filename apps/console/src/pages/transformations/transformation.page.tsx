import { defined } from '@lethe/contracts/json';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Ellipsis, Save, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { detailsOf } from '../../api/api-error.js';
import { allDestinationsQuery, runsFor } from '../../api/catalog.js';
import type { Versioned } from '../../api/client.js';
import { useMay } from '../../api/session.js';
import {
  transformationQuery,
  useTransformations,
  type Transformation,
} from '../../api/transformations.js';
import { TestCasesTab } from '../../features/test-cases/test-cases-tab.js';
import { ConflictDialog } from '../../features/playground/conflict-dialog.js';
import { useSavedText } from '../../features/playground/use-saved-text.js';
import { Workbench } from '../../features/playground/workbench.js';
import { useCommands } from '../../lib/commands.js';
import { changed, type Without } from '../../lib/search.js';
import {
  Badge,
  Button,
  CurlButton,
  ErrorState,
  IconButton,
  LoadingPage,
  Menu,
  PageHeader,
  Stack,
  Tabs,
  TextField,
  toast,
  UnsavedDialog,
} from '../../ui/index.js';
import { DeleteTransformation } from './delete-transformation.js';
import { DestinationsTab } from './destinations-tab.js';
import { TEXTS } from './texts.js';
import type { TransformationSearch } from './transformation.search.js';
import { VersionsTab } from './versions-tab.js';

const route = getRouteApi('/transformations/$id');
const { transformationPage: texts } = TEXTS;
const CRUMBS = [{ label: texts.transformations, to: '/transformations' }] as const;

export default function TransformationPage() {
  const { id } = route.useParams();
  const query = useQuery(transformationQuery(id));
  if (query.data !== undefined) return <TransformationEditor key={id} present={query.data} />;
  return <LoadingPage title={texts.title} crumbs={CRUMBS} query={query} />;
}

function TransformationEditor({ present }: { readonly present: Versioned<Transformation> }) {
  const { id, version } = present;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const transformations = useTransformations();
  const mayWrite = useMay()('catalog:write');
  const [isDeleting, setDeleting] = useState(false);
  const { data: destinations = [] } = useQuery(allDestinationsQuery);
  const connected = runsFor(destinations, id);
  const { tab = 'code' } = search;
  const show = (change: Without<TransformationSearch>) =>
    void navigate({ search: changed(search, change), replace: true });
  const text = useSavedText(present, transformationQuery(id), async (etag, body, take) => {
    const saved = await transformations.save(id, etag, body, take);
    toast.success(
      saved.version === version ? texts.saved : texts.versionSaved(saved.version),
      connected.length === 0 ? texts.notConnected : texts.runsSoon(connected.length),
    );
  });
  const { name, code, isUnsaved } = text;
  const path = `/transformations/${id}`;
  useCommands([
    mayWrite && {
      ...{ id: 'transformation:save', label: texts.saveCommand, group: 'This page' },
      ...{ icon: Save, run: text.save },
    },
  ]);

  return (
    <div data-wide={tab === 'code' ? '' : undefined}>
      <PageHeader
        title={texts.titleOf(present.name)}
        heading={present.name}
        crumbs={CRUMBS}
        badge={
          <>
            <Badge>{TEXTS.version(version)}</Badge>
            {isUnsaved && <Badge tone="warning">{texts.unsavedBadge}</Badge>}
          </>
        }
        description={
          connected.length === 0
            ? texts.runsForNone
            : texts.runsFor(connected.map((one) => one.name).join(', '))
        }
        actions={
          <>
            <CurlButton
              request={
                isUnsaved
                  ? {
                      ...{ method: 'PATCH', path, body: text.body },
                      headers: defined({ 'If-Match': text.base.etag }),
                    }
                  : { path }
              }
            />
            {mayWrite && (
              <>
                <Menu
                  trigger={<IconButton icon={Ellipsis} label={texts.more} variant="secondary" />}
                  items={[
                    {
                      ...{ label: texts.delete, icon: Trash2, danger: true },
                      onSelect: () => setDeleting(true),
                    },
                  ]}
                />
                <Button
                  variant="primary"
                  icon={Save}
                  pending={text.isSaving}
                  disabled={!text.maySave}
                  aria-keyshortcuts="Control+S Meta+S"
                  onClick={text.save}
                >
                  {texts.save}
                </Button>
              </>
            )}
          </>
        }
      />
      {text.error !== null && (
        <Stack>
          <ErrorState compact error={text.error} />
          <span />
        </Stack>
      )}
      <Tabs
        label={texts.parts}
        value={tab}
        onChange={(next) => show({ tab: next })}
        tabs={[
          { value: 'code', label: texts.code },
          { value: 'test-cases', label: texts.testCases },
          { value: 'versions', label: texts.versions },
          { value: 'destinations', label: texts.destinations, count: connected.length },
        ]}
      >
        {tab === 'test-cases' ? (
          <TestCasesTab
            owner={{ kind: 'transformation', id }}
            code={code === text.base.code ? undefined : code}
            selected={search.case}
            onSelect={(caseId) => show({ case: caseId })}
            makeOne={<Button onClick={() => show({ tab: 'code' })}>{texts.tryEvent}</Button>}
          />
        ) : tab === 'versions' ? (
          <VersionsTab
            transformation={present}
            version={search.version}
            onVersion={(number) => show({ version: number })}
            isUnsaved={isUnsaved}
            connected={connected}
          />
        ) : tab === 'destinations' ? (
          <DestinationsTab transformation={present} connected={connected} all={destinations} />
        ) : (
          <Stack>
            <Workbench
              code={code}
              onCodeChange={text.setCode}
              readOnly={!mayWrite}
              onSave={text.save}
              transformation={present}
              lead={
                mayWrite && (
                  <TextField
                    label={texts.name}
                    value={name}
                    onChange={text.setName}
                    error={detailsOf(text.error).name}
                  />
                )
              }
              destinationId={search.destination}
              onDestinationChange={(destination) => show({ destination })}
            />
          </Stack>
        )}
      </Tabs>
      <ConflictDialog text={text} />
      <DeleteTransformation
        open={isDeleting}
        onOpenChange={setDeleting}
        transformation={present}
        connected={connected}
      />
      <UnsavedDialog isUnsaved={isUnsaved} consequence={texts.unsaved} />
    </div>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Ellipsis, Save, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import { api } from '../../api/client.js';
import { allDestinationsQuery } from '../../api/names.js';
import { useMay } from '../../api/session.js';
import { useCommands } from '../../lib/commands.js';
import {
  Badge,
  Button,
  CurlButton,
  ErrorState,
  IconButton,
  Menu,
  PageHeader,
  Stack,
  Tabs,
  TextField,
  toast,
  UnsavedDialog,
} from '../../ui/index.js';
import { TestCasesTab } from '../../features/test-cases/test-cases-tab.js';
import { Workbench } from '../../features/workbench/workbench.js';
import { ConflictDialog } from '../../features/workbench/conflict-dialog.js';
import { DeleteTransformation } from './delete-transformation.js';
import { DestinationsTab } from './destinations-tab.js';
import type { TransformationSearch } from './transformation.search.js';
import {
  connectedTo,
  transformationQuery,
  type Transformation,
} from './transformations.queries.js';
import { useSavedText, type SavedModule } from '../../features/workbench/use-saved-text.js';
import { VersionsTab } from './versions-tab.js';

const route = getRouteApi('/transformations/$id');

export function TransformationEditor({
  present,
}: {
  readonly present: Transformation & SavedModule;
}) {
  const { id, version } = present;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const queries = useQueryClient();
  const may = useMay();
  const mayWrite = may('catalog:write');
  const text = useSavedText(present);
  const { name, code, isUnsaved } = text;
  const [theirs, setTheirs] = useState<SavedModule>();
  const [isDeleting, setDeleting] = useState(false);
  const { data: destinations } = useQuery(allDestinationsQuery);
  const connected = connectedTo(destinations, id);
  const { tab = 'code' } = search;
  const show = (change: TransformationSearch) =>
    void navigate({ search: { ...search, ...change }, replace: true });

  const save = useMutation({
    mutationFn: (etag: string | undefined) =>
      api.PATCH('/transformations/{id}', {
        params: {
          path: { id },
          header: { ...(etag !== undefined && { 'If-Match': etag }) },
        },
        body: { name: name.trim(), code },
      }),
    onSuccess: async ({ data, response }) => {
      if (data === undefined) return;
      const saved = { ...data.transformation, etag: response.headers.get('etag') ?? undefined };
      text.take(saved);
      setTheirs(undefined);
      queries.setQueryData(transformationQuery(id).queryKey, saved);
      toast.success(
        saved.version === version ? 'Saved' : `Version ${saved.version} saved`,
        connected.length === 0
          ? 'It is not connected to a destination yet.'
          : `It runs for ${connected.length === 1 ? '1 destination' : `${connected.length} destinations`} within 5 seconds.`,
      );
      await queries.invalidateQueries({ queryKey: ['transformations'] });
      await queries.invalidateQueries({ queryKey: ['destinations'] });
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.status !== 412) return;
      setTheirs(await queries.query({ ...transformationQuery(id), staleTime: 0 }));
    },
  });
  const isConflict = save.error instanceof ApiError && save.error.status === 412;
  const details = save.error instanceof ApiError ? save.error.details : {};
  const maySave = mayWrite && isUnsaved && name.trim() !== '' && !save.isPending;
  const saveIt = () => {
    if (maySave) save.mutate(text.base.etag);
  };
  useCommands(
    mayWrite
      ? [
          {
            ...{ id: 'transformation:save', label: 'Save the transformation', group: 'This page' },
            ...{ icon: Save, run: saveIt },
          },
        ]
      : [],
  );

  return (
    <div data-wide={tab === 'code' ? '' : undefined}>
      <PageHeader
        title={`Transformation ${present.name}`}
        heading={present.name}
        crumbs={[{ label: 'Transformations', to: '/transformations' }]}
        badge={
          <>
            <Badge>v{version}</Badge>
            {isUnsaved && <Badge tone="warning">Unsaved</Badge>}
          </>
        }
        description={
          connected.length === 0
            ? 'Runs for no destination.'
            : `Runs for ${connected.map((one) => one.name).join(', ')}.`
        }
        actions={
          <>
            <CurlButton
              request={
                isUnsaved
                  ? {
                      ...{ method: 'PATCH', path: `/transformations/${id}`, body: { name, code } },
                      headers: text.base.etag === undefined ? {} : { 'If-Match': text.base.etag },
                    }
                  : { path: `/transformations/${id}` }
              }
            />
            {mayWrite && (
              <>
                <Menu
                  trigger={<IconButton icon={Ellipsis} label="More" variant="secondary" />}
                  groups={[
                    {
                      items: [
                        {
                          ...{ label: 'Delete…', icon: Trash2, danger: true },
                          onSelect: () => setDeleting(true),
                        },
                      ],
                    },
                  ]}
                />
                <Button
                  variant="primary"
                  icon={Save}
                  pending={save.isPending}
                  disabled={!maySave}
                  aria-keyshortcuts="Control+S Meta+S"
                  onClick={saveIt}
                >
                  Save
                </Button>
              </>
            )}
          </>
        }
      />
      {save.isError && !isConflict && (
        <Stack>
          <ErrorState compact error={save.error} />
          <span />
        </Stack>
      )}
      <Tabs
        label="Parts of the transformation"
        value={tab}
        onChange={(next) => show({ tab: next })}
        tabs={[
          { value: 'code', label: 'Code' },
          { value: 'test-cases', label: 'Test cases' },
          { value: 'versions', label: 'Versions' },
          { value: 'destinations', label: 'Destinations', count: connected.length },
        ]}
      >
        {tab === 'test-cases' ? (
          <TestCasesTab
            owner={{ kind: 'transformation', id }}
            code={code === text.base.code ? undefined : code}
            selected={search.case}
            onSelect={(caseId) => show({ case: caseId })}
            makeOne={<Button onClick={() => show({ tab: 'code' })}>Try an event</Button>}
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
              onSave={saveIt}
              transformation={present}
              lead={
                mayWrite && (
                  <TextField
                    label="Name"
                    value={name}
                    onChange={text.setName}
                    error={details.name}
                  />
                )
              }
              destinationId={search.destination}
              onDestinationChange={(destination) => show({ destination })}
            />
          </Stack>
        )}
      </Tabs>
      <ConflictDialog
        theirs={theirs}
        code={code}
        onClose={() => setTheirs(undefined)}
        onTakeTheirs={(saved) => {
          text.take(saved);
          setTheirs(undefined);
          save.reset();
        }}
        onKeepMine={(saved) => {
          text.setBase(saved);
          save.mutate(saved.etag);
        }}
      />
      <DeleteTransformation
        open={isDeleting}
        onOpenChange={setDeleting}
        transformation={present}
        connected={connected}
      />
      <UnsavedDialog isUnsaved={isUnsaved} what="Your changes" />
    </div>
  );
}

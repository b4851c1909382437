import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Save, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import { api } from '../../api/client.js';
import { useMay } from '../../api/session.js';
import {
  Badge,
  Button,
  ConfirmDialog,
  type Crumb,
  CurlButton,
  IconButton,
  Loading,
  PageHeader,
  toast,
  UnsavedDialog,
} from '../../ui/index.js';
import { ConflictDialog } from '../../features/workbench/conflict-dialog.js';
import { useSavedText, type SavedModule } from '../../features/workbench/use-saved-text.js';
import { libraryQuery, type Library } from './libraries.queries.js';
import { LibraryForm } from './library-form.js';

const route = getRouteApi('/libraries/$id');
const CRUMBS: readonly Crumb[] = [
  { label: 'Transformations', to: '/transformations' },
  { label: 'Libraries', to: '/libraries' },
];

export default function LibraryPage() {
  const { id } = route.useParams();
  const query = useQuery(libraryQuery(id));
  const { data } = query;
  if (data !== undefined) return <LibraryEditor key={id} present={data} />;
  return (
    <>
      <PageHeader title="Library" crumbs={CRUMBS} />
      <Loading query={query} lines={8} />
    </>
  );
}

function LibraryEditor({ present }: { readonly present: Library & SavedModule }) {
  const { id } = present;
  const navigate = route.useNavigate();
  const queries = useQueryClient();
  const mayWrite = useMay()('catalog:write');
  const text = useSavedText(present);
  const [theirs, setTheirs] = useState<SavedModule>();
  const [isDeleting, setDeleting] = useState(false);
  const body = { name: text.name.trim(), code: text.code };
  const save = useMutation({
    mutationFn: (etag: string | undefined) =>
      api.PATCH('/transformation-libraries/{id}', {
        params: { path: { id }, header: { ...(etag !== undefined && { 'If-Match': etag }) } },
        body,
      }),
    onSuccess: async ({ data, response }) => {
      if (data === undefined) return;
      const saved = { ...data.library, etag: response.headers.get('etag') ?? undefined };
      text.take(saved);
      setTheirs(undefined);
      queries.setQueryData(libraryQuery(id).queryKey, saved);
      toast.success('Library saved', 'Transformations that import it run it within 5 seconds.');
      await queries.invalidateQueries({ queryKey: ['libraries', 'list'] });
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.status !== 412) return;
      setTheirs(await queries.query({ ...libraryQuery(id), staleTime: 0 }));
    },
  });
  const isConflict = save.error instanceof ApiError && save.error.status === 412;
  const maySave = mayWrite && text.isUnsaved && body.name !== '' && !save.isPending;
  const saveIt = () => {
    if (maySave) save.mutate(text.base.etag);
  };
  return (
    <>
      <PageHeader
        title={`Library ${present.name}`}
        heading={present.name}
        crumbs={CRUMBS}
        badge={text.isUnsaved && <Badge tone="warning">Unsaved</Badge>}
        actions={
          <>
            <CurlButton
              request={
                text.isUnsaved
                  ? { method: 'PATCH', path: `/transformation-libraries/${id}`, body }
                  : { path: `/transformation-libraries/${id}` }
              }
            />
            {mayWrite && (
              <>
                <IconButton
                  icon={Trash2}
                  label="Delete the library"
                  onClick={() => setDeleting(true)}
                />
                <Button
                  variant="primary"
                  icon={Save}
                  pending={save.isPending}
                  disabled={!maySave}
                  onClick={saveIt}
                >
                  Save
                </Button>
              </>
            )}
          </>
        }
      />
      <LibraryForm
        name={text.name}
        onNameChange={text.setName}
        code={text.code}
        onCodeChange={text.setCode}
        onSave={saveIt}
        readOnly={!mayWrite}
        error={isConflict ? null : save.error}
      />
      <ConflictDialog
        theirs={theirs}
        code={text.code}
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
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={`Delete ${present.name}?`}
        consequence="Transformations that import it fail from then on. That can’t be taken back."
        confirmLabel="Delete library"
        danger
        onConfirm={async () => {
          await api.DELETE('/transformation-libraries/{id}', { params: { path: { id } } });
          toast.success('Library deleted');
          await navigate({ to: '/libraries', ignoreBlocker: true });
          await queries.invalidateQueries({ queryKey: ['libraries'] });
        }}
      />
      <UnsavedDialog isUnsaved={text.isUnsaved} what="Your changes" />
    </>
  );
}

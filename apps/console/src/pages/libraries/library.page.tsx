import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Save, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Versioned } from '../../api/client.js';
import { useMay } from '../../api/session.js';
import { libraryQuery, useLibraries, type Library } from '../../api/transformations.js';
import { ConflictDialog } from '../../features/playground/conflict-dialog.js';
import { useSavedText } from '../../features/playground/use-saved-text.js';
import {
  Badge,
  Button,
  ConfirmDialog,
  CurlButton,
  IconButton,
  LoadingPage,
  PageHeader,
  toast,
  UnsavedDialog,
} from '../../ui/index.js';
import { CRUMBS, LibraryForm } from './library-form.js';
import { TEXTS } from './texts.js';

const route = getRouteApi('/libraries/$id');
const { libraryPage: texts } = TEXTS;

export default function LibraryPage() {
  const { id } = route.useParams();
  const query = useQuery(libraryQuery(id));
  if (query.data !== undefined) return <LibraryEditor key={id} present={query.data} />;
  return <LoadingPage title={texts.title} crumbs={CRUMBS} query={query} />;
}

function LibraryEditor({ present }: { readonly present: Versioned<Library> }) {
  const { id } = present;
  const navigate = route.useNavigate();
  const libraries = useLibraries();
  const mayWrite = useMay()('catalog:write');
  const [isDeleting, setDeleting] = useState(false);
  const text = useSavedText(present, libraryQuery(id), async (etag, body, take) => {
    await libraries.save(id, etag, body, take);
    toast.success(texts.saved, texts.runsSoon);
  });
  const path = `/transformation-libraries/${id}`;
  return (
    <>
      <PageHeader
        title={texts.titleOf(present.name)}
        heading={present.name}
        crumbs={CRUMBS}
        badge={text.isUnsaved && <Badge tone="warning">{texts.unsavedBadge}</Badge>}
        actions={
          <>
            <CurlButton
              request={text.isUnsaved ? { method: 'PATCH', path, body: text.body } : { path }}
            />
            {mayWrite && (
              <>
                <IconButton icon={Trash2} label={texts.delete} onClick={() => setDeleting(true)} />
                <Button
                  variant="primary"
                  icon={Save}
                  pending={text.isSaving}
                  disabled={!text.maySave}
                  onClick={text.save}
                >
                  {texts.save}
                </Button>
              </>
            )}
          </>
        }
      />
      <LibraryForm text={text} readOnly={!mayWrite} />
      <ConflictDialog text={text} />
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={texts.question(present.name)}
        consequence={texts.consequence}
        confirmLabel={texts.confirm}
        danger
        onConfirm={() =>
          libraries.remove(id, async () => {
            toast.success(texts.deleted);
            await navigate({ to: '/libraries', ignoreBlocker: true });
          })
        }
      />
      <UnsavedDialog isUnsaved={text.isUnsaved} consequence={texts.unsaved} />
    </>
  );
}

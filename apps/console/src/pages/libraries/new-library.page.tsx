import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useLibraries } from '../../api/transformations.js';
import { FIRST_LIBRARY } from '../../features/playground/code-examples.js';
import { Button, CurlButton, PageHeader, toast, UnsavedDialog } from '../../ui/index.js';
import { CRUMBS, LibraryForm } from './library-form.js';
import { TEXTS } from './texts.js';

const { newLibraryPage: texts } = TEXTS;

export default function NewLibraryPage() {
  const navigate = useNavigate();
  const libraries = useLibraries();
  const [name, setName] = useState('');
  const [code, setCode] = useState(FIRST_LIBRARY);
  const body = { name: name.trim(), code };
  const create = useMutation({
    mutationFn: () => libraries.create(body),
    onSuccess: async () => {
      toast.success(texts.created);
      await navigate({ to: '/libraries', ignoreBlocker: true });
    },
  });
  const save = () => {
    if (body.name !== '' && !create.isPending) create.mutate();
  };
  return (
    <>
      <PageHeader
        title={texts.title}
        crumbs={CRUMBS}
        actions={
          <>
            <CurlButton request={{ path: '/transformation-libraries', body }} />
            <Button
              variant="primary"
              pending={create.isPending}
              disabled={body.name === ''}
              onClick={save}
            >
              {texts.create}
            </Button>
          </>
        }
      />
      <LibraryForm text={{ name, setName, code, setCode, save, error: create.error }} />
      <UnsavedDialog
        isUnsaved={name !== '' || code !== FIRST_LIBRARY}
        consequence={texts.unsaved}
      />
    </>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.js';
import { Button, CurlButton, PageHeader, toast, UnsavedDialog } from '../../ui/index.js';
import { FIRST_LIBRARY } from '../../features/workbench/code-examples.js';
import { LibraryForm } from './library-form.js';

export default function NewLibraryPage() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [code, setCode] = useState(FIRST_LIBRARY);
  const body = { name: name.trim(), code };
  const create = useMutation({
    mutationFn: () => dataOf(api.POST('/transformation-libraries', { body })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['libraries'] });
      toast.success('Library created');
      await navigate({ to: '/libraries', ignoreBlocker: true });
    },
  });
  const save = () => {
    if (body.name !== '' && !create.isPending) create.mutate();
  };
  return (
    <>
      <PageHeader
        title="New library"
        crumbs={[
          { label: 'Transformations', to: '/transformations' },
          { label: 'Libraries', to: '/libraries' },
        ]}
        actions={
          <>
            <CurlButton request={{ path: '/transformation-libraries', body }} />
            <Button
              variant="primary"
              pending={create.isPending}
              disabled={body.name === ''}
              onClick={save}
            >
              Create
            </Button>
          </>
        }
      />
      <LibraryForm
        name={name}
        onNameChange={setName}
        code={code}
        onCodeChange={setCode}
        onSave={save}
        error={create.error}
      />
      <UnsavedDialog isUnsaved={name !== '' || code !== FIRST_LIBRARY} what="What you wrote" />
    </>
  );
}
